/** The state `sampleIdentity`: the certificates of the chosen application, and what the developer wants to see of them in samples. */
import type { CertificatesPage } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isCertificatesPage } from '../../../shared/api/answers.ts';
import { isApplicationLeft } from '../../../shared/auth/auth-slice.ts';
import { createRequestThunk } from '../../../shared/store/request-thunk.ts';

interface SampleIdentityState {
  /** Null until it was read. */
  page: CertificatesPage | null;
  /** Id of a certificate; null: none. Undefined until the developer chooses. */
  certificateId?: string | null;
  /** Undefined until the developer chooses. */
  isSigned?: boolean;
}

export interface SampleIdentityRoot {
  sampleIdentity: SampleIdentityState;
}

export const loadCertificates = createRequestThunk<CertificatesPage>(
  'sampleIdentity/loadCertificates',
  (_none, { extra, signal }) => extra.api.json({ path: '/tpp/certificates', signal }, isCertificatesPage),
  'view',
);

const initialState: SampleIdentityState = { page: null };

export const sampleIdentitySlice = createSlice({
  name: 'sampleIdentity',
  initialState,
  reducers: {
    certificateChosen(state, { payload }: PayloadAction<string | null>) {
      state.certificateId = payload;
    },
    signingChosen(state, { payload }: PayloadAction<boolean>) {
      state.isSigned = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadCertificates.fulfilled, (state, { payload }) => {
        state.page = payload;
      })
      .addMatcher(isApplicationLeft, () => initialState);
  },
});

export const { certificateChosen, signingChosen } = sampleIdentitySlice.actions;
