/** The menu and the pages that were read, keyed by their url (specification §3, "Content page"). */

import type { ContentPage, Menu } from '@portico/contract';
import { contentCall } from '../../shared/content/content-call.ts';
import { isContentPage, isMenu } from '../../shared/content/content-checks.ts';
import { createCases } from '../../shared/store/create-cases.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';

interface ContentState {
  menu: Menu | null;
  pages: Record<string, ContentPage>;
}

export interface ContentRoot {
  contentPage: ContentState;
}

export const loadMenu = createRequestThunk<Menu>(
  'contentPage/loadMenu',
  (_none, { extra, signal }) => extra.api.json(contentCall('/dev-portal-menu', signal), isMenu),
  'view',
);

/** @param url the page's route, e.g. `/welcome`; `/` is the landing page's static JSON. */
export const loadPage = createRequestThunk<ContentPage, string>(
  'contentPage/loadPage',
  (url, { extra, signal }) => extra.api.json(contentCall(pathOf(url), signal), isContentPage),
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
