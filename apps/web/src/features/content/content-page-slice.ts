/** The menu and the pages that were read, keyed by their url (specification §3, "Content page"). */

import type { ContentPage, Menu } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiCall } from '../../shared/api/api-client.ts';
import { contentCall } from '../../shared/content/content-call.ts';
import { isContentPage, isMenu } from '../../shared/content/content-checks.ts';
import { takeWrittenContent } from '../../shared/content/written-content.ts';
import { HOME_PATH, MENU_PATH } from '../../shared/early/early-addresses.ts';
import { createRequestThunk, type ThunkExtra } from '../../shared/store/request-thunk.ts';

interface ContentState {
  menu: Menu | null;
  pages: Record<string, ContentPage>;
}

export interface ContentRoot {
  contentPage: ContentState;
}

const HOME_URL = '/';

export const loadMenu = createRequestThunk<Menu>(
  'contentPage/loadMenu',
  (_none, { extra, signal }) => readContent(extra, contentCall(MENU_PATH, signal), isMenu),
  'view',
);

/** @param url the page's route, e.g. `/welcome`; `/` is the landing page's static JSON. */
export const loadPage = createRequestThunk<ContentPage, string>(
  'contentPage/loadPage',
  (url, { extra, signal }) => readContent(extra, contentCall(pathOf(url), signal), isContentPage),
  'view',
);

/** What a server brings along with the page, by path below the content base; not checked yet. */
export type FoundContent = Readonly<Record<string, unknown>>;

export function menuIn({ [MENU_PATH]: menu }: FoundContent): Menu | undefined {
  return isMenu(menu) ? menu : undefined;
}

export function homeIn({ [HOME_PATH]: home }: FoundContent): ContentPage | undefined {
  return isContentPage(home) ? home : undefined;
}

const initialState: ContentState = { menu: null, pages: {} };

export const contentPageSlice = createSlice({
  name: 'contentPage',
  initialState,
  reducers: {
    /** Content that came with the page is in the first render, so that nothing moves when the rest arrives. */
    contentFound(state, { payload }: PayloadAction<FoundContent>) {
      const home = homeIn(payload);
      state.menu = menuIn(payload) ?? state.menu;
      if (home !== undefined) state.pages[HOME_URL] = home;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadMenu.fulfilled, (state, { payload }) => {
        state.menu = payload;
      })
      .addCase(loadPage.fulfilled, (state, { payload, meta }) => {
        state.pages[meta.arg] = payload;
      });
  },
});

export const { contentFound } = contentPageSlice.actions;

export function selectMenu(state: ContentRoot): Menu | null {
  return state.contentPage.menu;
}

/** From the page itself where the server wrote it there. */
async function readContent<T>({ api }: Pick<ThunkExtra, 'api'>, call: ApiCall, isExpected: (value: unknown) => value is T): Promise<T> {
  const written = takeWrittenContent(call.path);
  return isExpected(written) ? written : api.json(call, isExpected);
}

function pathOf(url: string): string {
  return url === HOME_URL ? HOME_PATH : `/dev-portal-pages/${encodeURIComponent(url.slice(1))}`;
}
