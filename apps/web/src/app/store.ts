/**
 * The store: what every page needs from the first moment, and the slices that parts bring along when they are loaded. Put together by hand: what
 * `configureStore` adds in development is 0.9 kB of every page.
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
    /** Adds what a part brings; a second time changes nothing. */
    addReducers(reducers: PartReducers): void {
      Object.assign(parts, reducers);
      store.replaceReducer(rootReducer());
    },
  };
}

/** Failed requests that no view shows become toasts. A plain middleware: RTK's listener would cost the signing page another kilobyte. */
function toastErrors(toasts: Pick<ToastQueue, 'show'>): Middleware {
  return () => (next) => (action) => {
    if (isRejectedWithValue(action) && 'errorPlace' in action.meta && action.meta.errorPlace === 'toast' && isRequestFailure(action.payload)) {
      const { message, requestId, code } = action.payload;
      // A page of its own says it.
      if (code !== 'MAINTENANCE') toasts.show({ kind: 'error', text: message, ...(requestId === undefined ? {} : { requestId }) });
    }
    return next(action);
  };
}

/** Runs what is a function, with what it may use. */
function thunks(extra: ThunkExtra): Middleware<AppDispatch> {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) =>
      typeof action === 'function' ? action(dispatch, getState, extra) : next(action);
}
