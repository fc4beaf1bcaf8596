/**
 * The store: the slice that every page needs, and the slices that other parts add when they are loaded. Built without
 * `configureStore`, whose development features add 0.9 kB to every page.
 */
import { applyMiddleware, combineReducers, isRejectedWithValue, legacy_createStore, type Middleware, type Reducer } from '@reduxjs/toolkit';
import { isRequestFailure } from '../shared/store/request-failure.ts';
import type { AppDispatch, PartReducers, ThunkExtra } from '../shared/store/request-thunk.ts';
import { requestsReducer } from '../shared/store/requests-slice.ts';
import type { ToastQueue } from '../shared/ui/toast-queue.ts';

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(extra: ThunkExtra) {
  const parts: Record<string, Reducer> = {};
  const rootReducer = () => combineReducers({ requests: requestsReducer, ...parts });
  const store = legacy_createStore(rootReducer(), applyMiddleware(thunks(extra), toastErrors(extra.toasts)));
  return {
    ...store,
    /** Adds the reducers of a part; a repeated call changes nothing. */
    addReducers(reducers: PartReducers): void {
      Object.assign(parts, reducers);
      store.replaceReducer(rootReducer());
    },
  };
}

/** Failed requests that no view shows become toasts. A plain middleware, because RTK's listener would add another kilobyte to the signing page. */
function toastErrors(toasts: Pick<ToastQueue, 'show'>): Middleware {
  return () => (next) => (action) => {
    if (isRejectedWithValue(action) && 'errorPlace' in action.meta && action.meta.errorPlace === 'toast' && isRequestFailure(action.payload)) {
      const { message, requestId, code } = action.payload;
      // The maintenance page shows this error.
      if (code !== 'MAINTENANCE') toasts.show({ kind: 'error', text: message, ...(requestId === undefined ? {} : { requestId }) });
    }
    return next(action);
  };
}

/** Calls actions that are functions, with the extra argument. */
function thunks(extra: ThunkExtra): Middleware<AppDispatch> {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) =>
      typeof action === 'function' ? action(dispatch, getState, extra) : next(action);
}
