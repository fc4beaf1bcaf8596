/** The status of the bank's services as it was read last (specification §7: a failed call marks the services as down). */
import type { ApiStatus } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isApiStatus } from '../../shared/api/answers.ts';
import { nowMs } from '../../shared/page/page.ts';
import type { BrowserStorage } from '../../shared/storage/browser-storage.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { readStatus } from './status-calls.ts';

export interface KnownStatus {
  status: ApiStatus;
  /** Time of the response, ISO 8601. */
  answeredAt: string;
}

interface ApiStatusState {
  /** Null: this browser has never received a status. */
  known: KnownStatus | null;
  /** The last call failed: the services count as down. */
  isDown: boolean;
  /** Null until the first call has finished. */
  checkedAt: string | null;
}

export interface ApiStatusRoot {
  apiStatus: ApiStatusState;
}

/** Stores each response in the browser, for times when the server does not respond. */
export const loadApiStatus = createRequestThunk<KnownStatus>(
  'apiStatus/load',
  async (_none, { extra: { api, storage }, signal, dispatch }) => {
    try {
      const known = { status: await readStatus(api, signal), answeredAt: now() };
      storage.apiStatus.write(JSON.stringify(known));
      return known;
    } catch (error) {
      if (!signal.aborted) dispatch(callFailed({ known: readStored(storage), at: now() }));
      throw error;
    }
  },
  'view',
);

const initialState: ApiStatusState = { known: null, isDown: false, checkedAt: null };

export const apiStatusSlice = createSlice({
  name: 'apiStatus',
  initialState,
  reducers: {
    callFailed(state, { payload: { known, at } }: PayloadAction<{ known: KnownStatus | null; at: string }>) {
      Object.assign(state, { known, isDown: true, checkedAt: at });
    },
    /** The next visit must not begin with a state that may have changed. */
    pageClosed: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(loadApiStatus.fulfilled, (state, { payload }) => {
      Object.assign(state, { known: payload, isDown: false, checkedAt: payload.answeredAt });
    });
  },
});

const { callFailed } = apiStatusSlice.actions;
export const { pageClosed } = apiStatusSlice.actions;

export function selectApiStatus({ apiStatus }: Partial<ApiStatusRoot>): ApiStatusState {
  return apiStatus ?? initialState;
}

const now = () => new Date(nowMs()).toISOString();

function readStored(storage: BrowserStorage): KnownStatus | null {
  try {
    const stored: unknown = JSON.parse(storage.apiStatus.read() ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('status' in stored) || !('answeredAt' in stored)) return null;
    const { status, answeredAt } = stored;
    if (!isApiStatus(status) || typeof answeredAt !== 'string' || Number.isNaN(Date.parse(answeredAt))) return null;
    return { status, answeredAt };
  } catch {
    return null;
  }
}
