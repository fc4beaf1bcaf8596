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

export const loadApplication = createRequestThunk<ApplicationIdentity>('applicationIdentity/load', (_none, { extra, signal }) =>
  createApplicationCalls(extra.api).read(signal),
);

export const changeApplication = createRequestThunk<ApplicationIdentity, ApplicationChange>('applicationIdentity/change', (change, { extra }) =>
  createApplicationCalls(extra.api).change(change),
);

export const withdrawChange = createRequestThunk<ApplicationIdentity>('applicationIdentity/withdraw', (_none, { extra }) =>
  createApplicationCalls(extra.api).withdrawChange(),
);

const initialState: ApplicationState = { application: null };

export const applicationIdentitySlice = createSlice({
  name: 'applicationIdentity',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      // The next developer must not see data of the previous one.
      .addMatcher(isAnyOf(signedOut, userFound), () => initialState)
      .addMatcher(isAnyOf(loadApplication.fulfilled, changeApplication.fulfilled, withdrawChange.fulfilled), (state, { payload }) => {
        state.application = payload;
      });
  },
});
