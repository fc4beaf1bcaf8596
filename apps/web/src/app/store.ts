/** The store: the slice that every page needs, and the slices that other parts add when they are loaded. */
import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit';
import type { PartSlice, ThunkExtra } from '../shared/store/request-thunk.ts';
import { requestsSlice } from '../shared/store/requests-slice.ts';
import { toastErrors } from '../shared/store/toast-errors.ts';

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
