/** The chosen application of this tab: kept in the tab's storage, and named in the calls that are about it. */
import type { CallApplication } from '../api/api-client.ts';
import { type AuthRoot, applicationPinned } from '../auth/auth-slice.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import type { AppDispatch } from '../store/request-thunk.ts';
import { loadApplications } from './applications.ts';

interface ApplicationStore {
  readonly dispatch: AppDispatch;
  getState(): unknown;
  subscribe(listener: () => void): () => void;
}

/** As the server checks it, which refuses a header of another form. */
const CLIENT_ID = /^[\w.-]{1,64}$/;

/** @returns the application that the next call is about */
export function keepApplication(
  { dispatch, getState, subscribe }: ApplicationStore,
  storage: Pick<BrowserStorage, 'application'>,
): () => CallApplication {
  const stored = storage.application.read();
  if (stored !== undefined && CLIENT_ID.test(stored)) dispatch(applicationPinned(stored));
  let { clientId, choice } = authOf(getState());
  let stop = new AbortController();
  subscribe(() => {
    const now = authOf(getState());
    if (now.clientId !== clientId) {
      clientId = now.clientId;
      if (clientId === null) storage.application.clear();
      else storage.application.write(clientId);
    }
    if (now.choice !== choice) {
      choice = now.choice;
      stop.abort();
      stop = new AbortController();
    }
  });
  return () => {
    const asked = clientId;
    const isGone = async () => {
      if (authOf(getState()).clientId === asked) await dispatch(loadApplications());
      return authOf(getState()).clientId !== asked;
    };
    return { clientId: asked, signal: stop.signal, isGone };
  };
}

const authOf = (state: unknown) => (state as AuthRoot).auth;
