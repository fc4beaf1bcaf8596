import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { createToastQueue } from '../ui/toast-queue.ts';
import { createRequestThunk } from './request-thunk.ts';
import { isRequestPending, requestError, requestsSlice, resetRequest, resetRequests } from './requests-slice.ts';

const NAME = 'test/load';

function storeFor(run: (argument: string) => Promise<string>) {
  const extra = {
    api: createApiClient({ bases: { api: '', content: '', identity: '', root: '' }, subject: () => null, onLoggedOut() {}, onTerminated() {} }),
    storage: createBrowserStorage(window),
    initialQuery: { takeEntryTicket: () => undefined, takeVerification: () => undefined, code: undefined },
    toasts: createToastQueue(),
    addSlices: () => undefined,
  };
  const store = configureStore({
    reducer: combineReducers({ requests: requestsSlice.reducer }),
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }),
  });
  return { store, load: createRequestThunk<string, string>(NAME, run, 'view') };
}

const refused = () => Promise.reject(new ApiError('No money.', { status: 422, code: 'FUNDS_NOT_AVAILABLE', requestId: 'r-1' }));

describe('request tracking', () => {
  it('knows what is pending, by action name, until the last call ended', async () => {
    const ends: (() => void)[] = [];
    const { store, load } = storeFor(() => new Promise((resolve) => ends.push(() => resolve('x'))));
    const calls = [store.dispatch(load('a')), store.dispatch(load('b'))];
    expect(isRequestPending(store.getState(), NAME)).toBe(true);
    expect(isRequestPending(store.getState(), 'test/other')).toBe(false);
    await expect.poll(() => ends).toHaveLength(2);
    ends[0]?.();
    await calls[0];
    expect(isRequestPending(store.getState(), NAME)).toBe(true);
    ends[1]?.();
    await calls[1];
    expect(isRequestPending(store.getState(), NAME)).toBe(false);
    expect(requestError(store.getState(), NAME)).toBeUndefined();
  });
  it('keeps the error with status, code and request id', async () => {
    const { store, load } = storeFor(refused);
    const result = await store.dispatch(load('a'));
    expect(requestError(store.getState(), NAME)).toEqual({ message: 'No money.', status: 422, code: 'FUNDS_NOT_AVAILABLE', requestId: 'r-1' });
    expect(result.meta).toMatchObject({ errorPlace: 'view' });
    expect(isRequestPending(store.getState(), NAME)).toBe(false);
  });
  it('shows no inside of our own mistakes', async () => {
    const { store, load } = storeFor(() => Promise.reject(new TypeError('undefined is not a function')));
    await store.dispatch(load('a'));
    expect(requestError(store.getState(), NAME)?.message).not.toContain('undefined');
  });
  it('clears the error when the action starts again', async () => {
    const run = vi.fn(refused);
    const { store, load } = storeFor(run);
    await store.dispatch(load('a'));
    const again = store.dispatch(load('a'));
    expect(requestError(store.getState(), NAME)).toBeUndefined();
    await again;
  });
  it('clears flags by reset, one name or all', async () => {
    const { store, load } = storeFor(refused);
    await store.dispatch(load('a'));
    store.dispatch(resetRequest('test/other'));
    expect(requestError(store.getState(), NAME)).toBeDefined();
    store.dispatch(resetRequest(NAME));
    expect(requestError(store.getState(), NAME)).toBeUndefined();
    await store.dispatch(load('a'));
    store.dispatch(resetRequests());
    expect(requestError(store.getState(), NAME)).toBeUndefined();
  });
  it('records no error for a call that the page itself gave up', async () => {
    const { store, load } = storeFor(() => new Promise(() => {}));
    const call = store.dispatch(load('a'));
    call.abort();
    await call;
    expect(requestError(store.getState(), NAME)).toBeUndefined();
    expect(isRequestPending(store.getState(), NAME)).toBe(false);
  });
});
