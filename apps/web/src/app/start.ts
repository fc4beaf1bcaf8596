/** Everything that exists once per page, made by hand in one place: configuration, client, storage, store, languages, toasts. */
import type { I18n } from '@lingui/core';
import type { RuntimeConfig } from '@portico/contract';
import { signedOut } from '../features/auth/index.ts';
import { createApiClient } from '../shared/api/api-client.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { moveQueryIntoHash } from '../shared/storage/arrival.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import type { ThunkExtra } from '../shared/store/request-thunk.ts';
import { createToastQueue, type ToastQueue } from '../shared/ui/toast-queue.ts';
import { type AppStore, createAppStore } from './store.ts';

export interface Page {
  readonly config: RuntimeConfig;
  readonly store: AppStore;
  readonly extra: ThunkExtra;
  readonly i18n: I18n;
  readonly toasts: ToastQueue;
}

/** Value of the flag `signing-terminated`; only its presence counts. */
const TERMINATED = 'true';

/** Runs before the router, because it rewrites the address. */
export function startPage(config: RuntimeConfig): Page {
  const arrival = moveQueryIntoHash(window);
  const storage = createBrowserStorage(window);
  // Specification §4: cleared at startup. The signing part restores it from its own history entry.
  storage.signingId.clear();
  const api = createApiClient({
    bases: { api: config.apiBase, content: config.contentBase, root: '' },
    subject: () => store.getState().auth.userId,
    onLoggedOut: () => {
      window.location.hash = '#/logout';
    },
    onTerminated: () => storage.signingTerminated.write(TERMINATED),
  });
  const extra: ThunkExtra = { api, storage, arrival };
  const toasts = createToastQueue();
  const store = createAppStore(extra, toasts);
  // The current user is read here once somebody can sign in; until then everybody is found signed out.
  store.dispatch(signedOut());
  return { config, store, extra, i18n: createI18n(), toasts };
}
