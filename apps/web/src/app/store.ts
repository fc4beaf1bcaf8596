/** The store: the slice that every page needs, and the slices that other parts add when they are loaded. */
import { combineReducers, configureStore, isRejectedWithValue, type Middleware, type Reducer } from '@reduxjs/toolkit';
import { isRequestFailure } from '../shared/store/request-failure.ts';
import type { PartSlice, ThunkExtra } from '../shared/store/request-thunk.ts';
import { requestsSlice } from '../shared/store/requests-slice.ts';
import type { ToastQueue } from '../shared/ui/toast-queue.ts';

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(extra: ThunkExtra) {
  const reducers: Record<string, Reducer> = {};
  const rootReducer = () => combineReducers({ requests: requestsSlice.reducer, ...reducers });
  const store = configureStore({
    reducer: rootReducer(),
    devTools: false,
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(toastErrors(extra.toasts)),
  });
  return {
    ...store,
    /** Adds the slices of a part; a repeated call changes nothing. */
    addSlices(...slices: readonly PartSlice[]): void {
      const added = slices.filter(({ reducerPath }) => !Object.hasOwn(reducers, reducerPath));
      if (added.length === 0) return;
      for (const { reducerPath, reducer } of added) reducers[reducerPath] = reducer;
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
