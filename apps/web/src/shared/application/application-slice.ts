/** The developer's application as it was read last (specification §3 "Application identity"). A secret that was shown is never kept here. */
import type { ApplicationChange, ApplicationIdentity } from '@portico/contract';
import { isAnyOf } from '@reduxjs/toolkit';
import { signedOut, userFound } from '../auth/auth-slice.ts';
import { createCases } from '../store/create-cases.ts';
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

export const withdrawChange = createRequestThunk<ApplicationIdentity>(
  'applicationIdentity/withdraw',
  (_none, { extra }) => createApplicationCalls(extra.api).withdrawChange(),
  'view',
);

const initialState: ApplicationState = { application: null };

export const applicationReducers = {
  applicationIdentity: createCases(initialState, (on) => {
    // Nothing of one developer is shown to the next.
    on(isAnyOf(signedOut, userFound), () => initialState);
    on(isAnyOf(loadApplication.fulfilled, changeApplication.fulfilled, withdrawChange.fulfilled), (_state, { payload }) => ({
      application: payload,
    }));
  }),
};
