/** The developer's applications, and the chosen one as it was read last (specification §3 "Application identity"). A secret that was shown is never kept here. */
import type { ApplicationChange, ApplicationIdentity, ApplicationList } from '@portico/contract';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { applicationChosen, isApplicationLeft } from '../auth/auth-slice.ts';
import { createRequestThunk } from '../store/request-thunk.ts';
import { createApplicationCalls } from './application-calls.ts';
import { createApplication, loadApplications } from './applications.ts';

interface ApplicationState {
  application: ApplicationIdentity | null;
  /** Oldest first; null until they were read. */
  applications: ApplicationList | null;
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

const initialState: ApplicationState = { application: null, applications: null };

export const applicationIdentitySlice = createSlice({
  name: 'applicationIdentity',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadApplications.fulfilled, (state, { payload }) => {
        state.applications = payload;
      })
      .addCase(createApplication.fulfilled, (state, { payload }) => {
        state.applications = [...(state.applications ?? []), payload];
      })
      .addMatcher(isApplicationLeft, (state, action) =>
        applicationChosen.match(action) ? { ...initialState, applications: state.applications } : initialState,
      )
      .addMatcher(isAnyOf(loadApplication.fulfilled, changeApplication.fulfilled, withdrawChange.fulfilled), (state, { payload }) => {
        state.application = payload;
        const { clientId, clientName, isSuspended } = payload;
        state.applications =
          state.applications?.map((listed) => (listed.clientId === clientId ? { clientId, clientName, isSuspended } : listed)) ?? null;
      });
  },
});
