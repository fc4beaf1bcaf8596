/** Creates everything that exists once per page: configuration, client, storage, store, languages, toasts. */
import type { RuntimeConfig } from '@portico/contract';
import { goToMaintenance } from '../features/maintenance/index.ts';
import { type CallApplication, createApiClient } from '../shared/api/api-client.ts';
import type { ApiError } from '../shared/api/api-error.ts';
import type { AuthRoot } from '../shared/auth/auth-slice.ts';
import { takeEarlyCall } from '../shared/early/early-calls.ts';
import type { I18n } from '../shared/i18n/i18n.ts';
import { createPageLanguage, type PageLanguage } from '../shared/i18n/page-language.ts';
import { isFormDirty, watchForms } from '../shared/page/dirty-form.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { moveQueryIntoHash } from '../shared/storage/initial-query.ts';
import type { ThunkExtra } from '../shared/store/request-thunk.ts';
import type { RequestsRoot } from '../shared/store/requests-slice.ts';
import { createToastQueue, type ToastQueue } from '../shared/ui/toast-queue.ts';
import { type AppStore, createAppStore } from './store.ts';

export interface Page {
  readonly config: RuntimeConfig;
  readonly store: AppStore;
  readonly extra: ThunkExtra;
  readonly language: PageLanguage;
  readonly toasts: ToastQueue;
  /** Called for a refused call of a developer. The portal replaces it. */
  onLoggedOut: (error: ApiError) => void;
  /** The application that calls are about. Only the portal knows one. */
  readApplication: () => CallApplication | undefined;
}

/** Value of the flag `signing-terminated`; only its presence counts. */
const TERMINATED = 'true';

/** Runs before the router, because it rewrites the address. */
export function startPage(config: RuntimeConfig, i18n: I18n): Page {
  const initialQuery = moveQueryIntoHash(window);
  watchForms();
  const storage = createBrowserStorage(window);
  // Specification §4: cleared at startup. The signing part restores it from its own history entry.
  storage.signingId.clear();
  const api = createApiClient({
    bases: { api: config.apiBase, content: config.contentBase, identity: config.identityBase, root: '' },
    subject: () => subjectOf(store.getState()),
    application: () => page.readApplication(),
    onLoggedOut: (error) => page.onLoggedOut(error),
    onMaintenance: goUnlessFormDirty,
    onTerminated: () => storage.signingTerminated.write(TERMINATED),
    takeEarlyCall,
  });
  const toasts = createToastQueue();
  const extra: ThunkExtra = { api, storage, initialQuery, toasts, addSlices: (...slices) => store.addSlices(...slices) };
  const store = createAppStore(extra);
  const language = createPageLanguage({
    i18n,
    storage,
    browserLanguages: navigator.languages,
    defaultLocale: config.defaultLocale,
  });
  const page: Page = { config, store, extra, language, toasts, onLoggedOut: logOut, readApplication: () => undefined };
  return page;
}

/** Specification §8. The portal's session keeps the page where it can. */
function logOut(): void {
  window.location.hash = '#/logout';
}

/** Stays on a page with unsaved input: the form shows the error, and the visitor can send the form after the maintenance. */
export function goUnlessFormDirty(): void {
  if (!isFormDirty()) goToMaintenance(window);
}

/** The portal adds the `auth` slice. Before that, and on customers' pages, no developer is signed in. */
function subjectOf(state: RequestsRoot & Partial<AuthRoot>): string | null {
  return state.auth?.userId ?? null;
}
