/**
 * Renders the first view of the landing page on the server, with the same components that hydrate it in the browser (decision 0028). It is built
 * as a self-contained module (`build/prerender.ts`). The content comes in as values; React escapes it in the HTML.
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
 *
 * @param content responses of the content base by path, the same that are embedded in the page
 * @returns the HTML of `#root`; undefined where the content has no landing page, or one that the browser would not draw
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

/** Rendering sends no requests and stores nothing: effects run in the browser only. */
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
    addSlices: (...slices) => store.addSlices(...slices),
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
