/**
 * Request tracking (specification §4): every asynchronous action records pending and error per action name; a reset clears
 * them. The names are the type prefixes of the thunks, e.g. `contentPage/loadPage`.
 */
import { createSlice, isFulfilled, isPending, isRejected, type PayloadAction } from '@reduxjs/toolkit';
import { isRequestFailure, type RequestFailure } from './request-failure.ts';

interface RequestsState {
  /** How many calls of that name are under way. */
  pending: Record<string, number>;
  errors: Record<string, RequestFailure>;
}

const initialState: RequestsState = { pending: {}, errors: {} };

export const requestsSlice = createSlice({
  name: 'requests',
  initialState,
  reducers: {
    /** Clears the error of one action name. A call that is still under way is counted on. */
    resetRequest(state, { payload: name }: PayloadAction<string>) {
      delete state.errors[name];
    },
    resetRequests(state) {
      state.errors = {};
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(isPending, (state, { type }) => {
        const name = nameOf(type);
        state.pending[name] = (state.pending[name] ?? 0) + 1;
        delete state.errors[name];
      })
      .addMatcher(isFulfilled, (state, { type }) => countDown(state, nameOf(type)))
      .addMatcher(isRejected, (state, { type, meta, payload, error }) => {
        const name = nameOf(type);
        // A call that never started (its condition said no) was never counted.
        if (meta.condition) return;
        countDown(state, name);
        if (!meta.aborted) state.errors[name] = isRequestFailure(payload) ? payload : { message: error.message ?? '', status: 0 };
      });
  },
});

export const { resetRequest, resetRequests } = requestsSlice.actions;

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
  if (left > 0) state.pending[name] = left;
  else delete state.pending[name];
}

function nameOf(type: string): string {
  return type.slice(0, type.lastIndexOf('/'));
}
