/**
 * What a visitor of the landing page sees first, drawn on the server out of the very components that go on with it in the browser (decision
 * 0028). Built as a module of its own that stands for itself: `build/prerender.ts`. Content comes in as values and leaves as text that
 * React has escaped.
 */
import type { RuntimeConfig } from '@portico/contract';
import { renderToString } from 'react-dom/server';
import { type FoundContent, homeIn, menuIn } from '../features/content/index.ts';
import { createApiClient } from '../shared/api/api-client.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { createPageLanguage } from '../shared/i18n/page-language.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import type { ThunkExtra } from '../shared/store/request-thunk.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { Frame } from './frame.tsx';
import { findRoute, menuRoutes } from './menu-routes.ts';
import { LandingPage, PortalApp, preloadContent } from './portal-app.tsx';
import { createAppStore } from './store.ts';

/**
 * @param content answers of the content base by path, as they stand in the page, too
 * @returns what stands in `#root`; undefined where the content has no landing page, or one that the browser would not draw
 */
export async function drawFirstSight(config: RuntimeConfig, content: FoundContent): Promise<string | undefined> {
  const menu = menuIn(content);
  if (menu === undefined || homeIn(content) === undefined) return undefined;
  if (findRoute(menuRoutes(menu), '/', () => false)?.route.component !== 'LandingPage') return undefined;
  await LandingPage.preload();
  const page = openPage(config);
  const drawnFrom = preloadContent(page.store, content);
  return renderToString(
    <Frame page={page} drawnFrom={drawnFrom} toasts={null}>
      <PortalApp config={config} />
    </Frame>,
  );
}

/** Drawing asks nobody and keeps nothing: effects belong to the browser. */
function openPage(config: RuntimeConfig) {
  const storage = createBrowserStorage(NOWHERE);
  const extra: ThunkExtra = {
    api: createApiClient({
      bases: { api: '', content: '', identity: '', root: '' },
      subject: () => null,
      onLoggedOut: nothing,
      onTerminated: nothing,
      fetch: () => Promise.reject(new Error('Nothing is asked while the server draws.')),
    }),
    storage,
    initialQuery: { takeEntryTicket: nothing, takeVerification: nothing, code: undefined },
    toasts: createToastQueue(),
    addReducers: (reducers) => store.addReducers(reducers),
  };
  const store = createAppStore(extra);
  const language = createPageLanguage({ i18n: createI18n(), storage, browserLanguages: [], defaultLocale: config.defaultLocale });
  return { config, store, language };
}

const nothing = () => undefined;

const NOWHERE = {
  get sessionStorage(): never {
    throw new Error('A server has no session storage.');
  },
  get localStorage(): never {
    throw new Error('A server has no local storage.');
  },
};
