/**
 * Request tracking (specification §4): every asynchronous action records pending and error per action name; a reset clears
 * them. The names are the type prefixes of the thunks, e.g. `contentPage/load`.
 */
import { createAction, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { createCases } from './create-cases.ts';
import { isRequestFailure, type RequestFailure } from './request-failure.ts';

interface RequestsState {
  /** How many calls of that name are under way. */
  pending: Record<string, number>;
  errors: Record<string, RequestFailure>;
}

const initialState: RequestsState = { pending: {}, errors: {} };

/** Clears the flags of one action name. A call that is still under way is counted on. */
export const resetRequest = createAction<string>('requests/resetRequest');
export const resetRequests = createAction('requests/resetRequests');

export const requestsReducer = createCases(initialState, (on) => {
  on(resetRequest, (state, { payload: name }) => {
    state.errors = without(state.errors, name);
  });
  on(resetRequests, (state) => {
    state.errors = {};
  });
  on(isPending, (state, { type }) => {
    const name = nameOf(type);
    state.pending = { ...state.pending, [name]: (state.pending[name] ?? 0) + 1 };
    state.errors = without(state.errors, name);
  });
  on(isFulfilled, (state, { type }) => countDown(state, nameOf(type)));
  on(isRejected, (state, { type, meta, payload, error }) => {
    const name = nameOf(type);
    // A call that never started (its condition said no) was never counted.
    if (meta.condition) return;
    countDown(state, name);
    if (meta.aborted) return;
    state.errors = { ...state.errors, [name]: isRequestFailure(payload) ? payload : { message: error.message ?? '', status: 0 } };
  });
});

export interface RequestsRoot {
  requests: RequestsState;
}

export function isRequestPending(state: RequestsRoot, name: string): boolean {
  return (state.requests.pending[name] ?? 0) > 0;
}

export function requestError(state: RequestsRoot, name: string): RequestFailure | undefined {
  return state.requests.errors[name];
}

function countDown(state: RequestsState, name: string): void {
  const left = (state.pending[name] ?? 1) - 1;
  state.pending = left > 0 ? { ...state.pending, [name]: left } : without(state.pending, name);
}

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _removed, ...rest } = record;
  return rest;
}

function nameOf(type: string): string {
  return type.slice(0, type.lastIndexOf('/'));
}
