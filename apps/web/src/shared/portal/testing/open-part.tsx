/** Renders a dialog or a page of the portal with a fake server. Tests set the responses and the signed-in developer. */

import type { PortalUser } from '@portico/contract';
import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import { type CallApplication, createApiClient } from '../../api/api-client.ts';
import type { ApiError } from '../../api/api-error.ts';
import { createFakeServer, type FakeServer } from '../../api/fake-server.ts';
import { keepApplication } from '../../application/keep-application.ts';
import { type AuthRoot, authorized, authSlice, signedOut, socialProvidersFound, userFound } from '../../auth/auth-slice.ts';
import { createI18n } from '../../i18n/catalogues.ts';
import { I18nProvider } from '../../i18n/i18n-provider.tsx';
import { createBrowserStorage } from '../../storage/browser-storage.ts';
import type { InitialQuery } from '../../storage/initial-query.ts';
import type { PartSlice } from '../../store/request-thunk.ts';
import { requestsSlice } from '../../store/requests-slice.ts';
import { toastErrors } from '../../store/toast-errors.ts';
import { createToastQueue } from '../../ui/toast-queue.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { returnToOf } from '../return-to.ts';
import { hrefOf, usePlace } from '../router/place.ts';

export const DEVELOPER: PortalUser = { userId: 'subject-1', userName: 'mari@lumen.example' };

export interface OpenPartOptions {
  server?: FakeServer;
  user?: PortalUser | null;
  hasGoogle?: boolean;
  /** Path and query. */
  at?: string;
  /** State of the history entry. */
  state?: unknown;
  code?: string;
  verification?: string;
  /** In the store from the beginning; a page adds its own. */
  slices?: readonly PartSlice[];
}

/** Renders a part with the store and the providers that it needs. */
export function openPart(
  part: ReactNode,
  { server = createFakeServer(), user = null, hasGoogle = true, at = '/', state = null, code, verification, slices = [] }: OpenPartOptions = {},
) {
  window.history.replaceState(state, '', hrefOf(at));
  const onLoggedOut = vi.fn<(error: ApiError) => void>();
  const storage = createBrowserStorage(window);
  const toasts = createToastQueue();
  let token = verification;
  const initialQuery: InitialQuery = {
    takeEntryTicket: () => undefined,
    takeVerification: () => {
      const taken = token;
      token = undefined;
      return taken;
    },
    code,
  };
  const api = createApiClient({
    bases: { api: '/api', content: '/content', identity: '/identity', root: '' },
    subject: () => store.getState().auth.userId,
    application: () => readApplication?.(),
    onLoggedOut,
    onTerminated: () => undefined,
    fetch: server.fetch,
  });
  let readApplication: (() => CallApplication) | undefined;
  const base = { requests: requestsSlice.reducer, auth: authSlice.reducer };
  const parts: Record<string, Reducer> = {};
  const addSlices = (...slices: readonly PartSlice[]) => {
    for (const { reducerPath, reducer } of slices) parts[reducerPath] = reducer;
    store.replaceReducer(combineReducers({ ...base, ...parts }));
  };
  const store = configureStore({
    reducer: combineReducers(base),
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api, storage, initialQuery, toasts, addSlices } } }).concat(toastErrors(toasts)),
  });
  addSlices(...slices);
  readApplication = keepApplication(store, storage);
  if (hasGoogle) store.dispatch(socialProvidersFound([{ id: 'google', isStandIn: true }]));
  if (user === null) store.dispatch(signedOut());
  else {
    store.dispatch(userFound(user));
    store.dispatch(authorized());
  }
  const { unmount } = render(
    <Provider store={store}>
      <I18nProvider i18n={createI18n()}>
        {part}
        <Address />
      </I18nProvider>
      <Toasts queue={toasts} />
    </Provider>,
  );
  return {
    server,
    storage,
    toasts,
    onLoggedOut,
    unmount,
    store,
    auth: () => store.getState().auth satisfies AuthRoot['auth'],
    dispatch: store.dispatch,
  };
}

/** A page with a button that closes it and opens it again in the same store. */
export function Reopened({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {isOpen ? children : null}
    </>
  );
}

function Address() {
  const { pathname, search, state } = usePlace();
  return <p data-testid="address" data-return-to={returnToOf(state)}>{`${pathname}${search}`}</p>;
}

export function address(): string {
  return screen.getByTestId('address').textContent ?? '';
}

/** The address to which an open login leads. */
export function returnTo(): string | undefined {
  return screen.getByTestId('address').dataset.returnTo;
}

/** Lets pending calls finish. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

export async function press(name: string | RegExp): Promise<void> {
  await act(async () => screen.getByRole('button', { name }).click());
  await settle();
}

/** Presses one of several buttons with the same name. */
export async function pressOne(name: string, place: number): Promise<void> {
  await act(async () => screen.getAllByRole('button', { name }).at(place)?.click());
  await settle();
}
