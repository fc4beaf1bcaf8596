/** Asynchronous actions of the store: a name, a call, and where its error is shown. */
import { type AsyncThunk, createAsyncThunk, type Reducer, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { ApiClient } from '../api/api-client.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import type { InitialQuery } from '../storage/initial-query.ts';
import type { ToastQueue } from '../ui/toast-queue.ts';
import { type RequestFailure, toRequestFailure } from './request-failure.ts';

/** Slices of a lazily loaded part, by their name in the state. */
export type PartReducers = Readonly<Record<string, Reducer>>;

/** What asynchronous actions may use; handed to the store at start. */
export interface ThunkExtra {
  readonly api: ApiClient;
  readonly storage: BrowserStorage;
  readonly initialQuery: InitialQuery;
  /** Where a success is told; errors go there by themselves. */
  readonly toasts: Pick<ToastQueue, 'show' | 'moveInto'>;
  /** Adds what a part brings; a second time changes nothing. */
  addReducers(reducers: PartReducers): void;
}

/** `view`: the page that asked shows it. `toast`: the shell does. */
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
      return rejectWithValue(toRequestFailure(error), { errorPlace });
    }
  });
}
