/** Asynchronous actions of the store: a name, a call, and the place where its error is shown. */
import { type AsyncThunk, createAsyncThunk, type Slice, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { ApiClient } from '../api/api-client.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import type { InitialQuery } from '../storage/initial-query.ts';
import type { ToastQueue } from '../ui/toast-queue.ts';
import { isGivenUp, type RequestFailure, toRequestFailure } from './request-failure.ts';

/** What the store needs of a slice: its reducer and its key in the state, which is its name. */
export type PartSlice = Pick<Slice, 'reducer' | 'reducerPath'>;

/** Dependencies of asynchronous actions, passed to the store at the start. */
export interface ThunkExtra {
  readonly api: ApiClient;
  readonly storage: BrowserStorage;
  readonly initialQuery: InitialQuery;
  /** For messages of success; errors are added automatically. */
  readonly toasts: Pick<ToastQueue, 'show' | 'moveInto'>;
  /** Adds the slices of a lazily loaded part; a repeated call changes nothing. */
  addSlices(...slices: readonly PartSlice[]): void;
}

/** `view`: the calling page shows the error. `toast`: the shell shows it; the page may show a hint beside what failed. */
export type ErrorPlace = 'view' | 'toast';

export interface ThunkTypes {
  extra: ThunkExtra;
  dispatch: AppDispatch;
  rejectValue: RequestFailure;
  rejectedMeta: { errorPlace: ErrorPlace };
}

export type AppDispatch = ThunkDispatch<unknown, ThunkExtra, UnknownAction>;

export interface RequestContext {
  extra: ThunkExtra;
  signal: AbortSignal;
  dispatch: AppDispatch;
  getState: () => unknown;
}

/**
 * @param name the action name under which the request is tracked, e.g. `contentPage/load`
 * @param run throws to fail; an `ApiError` keeps its text, status and request id
 */
export function createRequestThunk<Returned, Argument = void>(
  name: string,
  run: (argument: Argument, context: RequestContext) => Promise<Returned>,
  errorPlace: ErrorPlace = 'toast',
): AsyncThunk<Returned, Argument, ThunkTypes> {
  return createAsyncThunk<Returned, Argument, ThunkTypes>(name, async (argument, { extra, signal, dispatch, getState, rejectWithValue }) => {
    try {
      return await run(argument, { extra, signal, dispatch, getState });
    } catch (error) {
      // An answer that was given up is no failure: no toast, no error in the state.
      if (isGivenUp(error)) throw error;
      return rejectWithValue(toRequestFailure(error), { errorPlace });
    }
  });
}
