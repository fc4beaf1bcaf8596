/**
 * Keeps the page and the browser's session together. The cookie belongs to the browser: another tab may end the session or log another developer
 * in, and the server may end it. No case here ends a session, because it may already be another developer's.
 */
import type { ApiError } from '../api/api-error.ts';
import { isFormDirty } from '../page/dirty-form.ts';
import { interruptPage } from '../portal/router/place.ts';
import type { AppDispatch } from '../store/request-thunk.ts';
import type { ToastQueue } from '../ui/toast-queue.ts';
import { type AuthRoot, sessionInterrupted } from './auth-slice.ts';
import { rereadSession } from './session.ts';

interface SessionStore {
  readonly dispatch: AppDispatch;
  getState(): unknown;
  subscribe(listener: () => void): () => void;
}

const CHANNEL = 'portico-session';

interface KeptPage {
  readonly store: SessionStore;
  readonly toasts: Pick<ToastQueue, 'show'>;
}

/** @returns what to do when a developer's call was refused with 401 or 403 (specification §8) */
export function keepSession({ store: { dispatch }, toasts }: KeptPage): (error: ApiError) => void {
  return ({ status, code, message }) => {
    if (code === 'TPP_ID_MISMATCH') {
      void dispatch(rereadSession());
      return;
    }
    if (status === 401) {
      dispatch(sessionInterrupted(isFormDirty()));
      interruptPage();
      toasts.show({ kind: 'error', text: 'Your session has ended. Log in again.' });
      return;
    }
    window.location.hash = '#/logout';
    toasts.show({ kind: 'error', text: message });
  };
}

/**
 * Tells other tabs who is signed in after each change, and reads the session again when another tab tells something else. What a tab tells is never
 * believed: the server decides.
 * @returns ends it
 */
export function keepTabsInStep({ dispatch, getState, subscribe }: SessionStore): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  let told = settledUser(getState());
  const unsubscribe = subscribe(() => {
    const user = settledUser(getState());
    if (user === undefined || user === told) return;
    told = user;
    channel.postMessage(user);
  });
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== settledUser(getState())) void dispatch(rereadSession());
  };
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** The id of the signed-in developer; null when signed out, undefined while the page does not know it, or while the login waits. */
function settledUser(state: unknown): string | null | undefined {
  const { auth } = state as Partial<AuthRoot>;
  if (auth === undefined || !auth.isInitialized || auth.interrupted !== null) return undefined;
  if (!auth.isAuthorized) return auth.userId === null ? null : undefined;
  return auth.userId;
}
