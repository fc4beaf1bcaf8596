/** The menu and the pages that were read, keyed by their url (specification §3, "Content page"). */

import type { ContentPage, Menu } from '@portico/contract';
import { createCases } from '../../shared/store/create-cases.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { isContentPage, isMenu } from './content-checks.ts';

const CONTENT_TIMEOUT_MS = 15_000;

interface ContentState {
  menu: Menu | null;
  pages: Record<string, ContentPage>;
}

export interface ContentRoot {
  contentPage: ContentState;
}

export const loadMenu = createRequestThunk<Menu>(
  'contentPage/loadMenu',
  (_none, { extra, signal }) => extra.api.json({ base: 'content', path: '/dev-portal-menu', signal: timed(signal) }, isMenu),
  'view',
);

/** @param url the page's route, e.g. `/welcome`; `/` is the landing page's static JSON. */
export const loadPage = createRequestThunk<ContentPage, string>(
  'contentPage/loadPage',
  (url, { extra, signal }) => extra.api.json({ base: 'content', path: pathOf(url), signal: timed(signal) }, isContentPage),
  'view',
);

const initialState: ContentState = { menu: null, pages: {} };

export const contentPageReducer = createCases(initialState, (on) => {
  on(loadMenu.fulfilled, (state, { payload }) => {
    state.menu = payload;
  });
  on(loadPage.fulfilled, (state, { payload, meta }) => {
    state.pages = { ...state.pages, [meta.arg]: payload };
  });
});

export function selectMenu(state: ContentRoot): Menu | null {
  return state.contentPage.menu;
}

function pathOf(url: string): string {
  return url === '/' ? '/homepage.json' : `/dev-portal-pages/${encodeURIComponent(url.slice(1))}`;
}

function timed(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(CONTENT_TIMEOUT_MS)]);
}
