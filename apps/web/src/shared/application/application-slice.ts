/** The developer's application as it was read last (specification §3 "Application identity"). A secret that was shown is never kept here. */
import type { ApplicationChange, ApplicationIdentity } from '@portico/contract';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { signedOut, userFound } from '../auth/auth-slice.ts';
import { createRequestThunk } from '../store/request-thunk.ts';
import { createApplicationCalls } from './application-calls.ts';

interface ApplicationState {
  application: ApplicationIdentity | null;
}

export interface ApplicationRoot {
  applicationIdentity: ApplicationState;
}

export const loadApplication = createRequestThunk<ApplicationIdentity>(
  'applicationIdentity/load',
  (_none, { extra, signal }) => createApplicationCalls(extra.api).read(signal),
  'view',
);

export const changeApplication = createRequestThunk<ApplicationIdentity, ApplicationChange>(
  'applicationIdentity/change',
  (change, { extra }) => createApplicationCalls(extra.api).change(change),
  'view',
);

const initialState: ApplicationState = { application: null };

const slice = createSlice({
  name: 'applicationIdentity',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      // Nothing of one developer is shown to the next.
      .addCase(signedOut, () => initialState)
      .addCase(userFound, () => initialState)
      .addMatcher(isAnyOf(loadApplication.fulfilled, changeApplication.fulfilled), (_state, { payload }) => ({ application: payload }));
  },
});

export const applicationReducers = { applicationIdentity: slice.reducer };
