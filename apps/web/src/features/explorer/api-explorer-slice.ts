/** The state `apiExplorer` (specification §3): loaded parts of the catalogue, prefills, open sessions of the fallback interface, and what samples show. */
import type { CertificatesPage, ExplorerIndex, OperationBrief, OperationNeighbours, OperationSlice, Prefills } from '@portico/contract';
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { isCertificatesPage } from '../../shared/api/answers.ts';
import { isApplicationLeft } from '../../shared/auth/auth-slice.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls, type ExplorerList } from './explorer-calls.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';

/** The certificates of the chosen application, and what the developer wants to see of them in samples. */
interface SampleIdentityState {
  /** Null until it was read. */
  page: CertificatesPage | null;
  /** Id of a certificate; null: none. Undefined until the developer chooses. */
  certificateId?: string | null;
  /** Undefined until the developer chooses. */
  isSigned?: boolean;
}

interface ExplorerState {
  indexes: Partial<Record<ExplorerList, ExplorerIndex>>;
  /** By {@link sliceKey}. */
  operations: Record<string, OperationBrief>;
  /** By section: the neighbours of the operation opened last. */
  neighbours: Record<string, OperationNeighbours>;
  /** Values for the current test customer; null until they were read. */
  prefills: Prefills | null;
  /** Open sessions of the fallback interface, by test customer: secrets, kept in memory only. */
  fallbackSessions: Record<string, string>;
  sampleIdentity: SampleIdentityState;
}

export interface ExplorerRoot {
  apiExplorer: ExplorerState;
}

export const loadIndex = createRequestThunk<ExplorerIndex, ExplorerList>(
  'apiExplorer/loadIndex',
  (list, { extra, signal }) => createExplorerCalls(extra.api).index(list, signal),
  'view',
);

export const loadOperation = createRequestThunk<OperationBrief, OperationAddress>(
  'apiExplorer/loadOperation',
  (address, { extra, signal }) => createExplorerCalls(extra.api).operation(address, signal),
  'view',
);

export const loadWhole = createRequestThunk<OperationSlice, OperationAddress & { version: string }>(
  'apiExplorer/loadWhole',
  (address, { extra, signal }) => createExplorerCalls(extra.api).wholeOperation(address, signal),
  'view',
);

export const loadNeighbours = createRequestThunk<OperationNeighbours, OperationAddress>(
  'apiExplorer/loadNeighbours',
  (address, { extra, signal }) => createExplorerCalls(extra.api).neighbours(address, signal),
  'view',
);

export const loadPrefills = createRequestThunk<Prefills>(
  'apiExplorer/loadPrefills',
  (_none, { extra, signal }) => createExplorerCalls(extra.api).prefills(signal),
  'view',
);

export const loadCertificates = createRequestThunk<CertificatesPage>(
  'apiExplorer/loadCertificates',
  (_none, { extra, signal }) => extra.api.json({ path: '/tpp/certificates', signal }, isCertificatesPage),
  'view',
);

const initialState: ExplorerState = {
  indexes: {},
  operations: {},
  neighbours: {},
  prefills: null,
  fallbackSessions: {},
  sampleIdentity: { page: null },
};

export const apiExplorerSlice = createSlice({
  name: 'apiExplorer',
  initialState,
  reducers: {
    /** `session` undefined: the session has ended. */
    fallbackSessionChanged(state, { payload: { customerId, session } }: PayloadAction<{ customerId: string; session: string | undefined }>) {
      if (session === undefined) delete state.fallbackSessions[customerId];
      else state.fallbackSessions[customerId] = session;
    },
    certificateChosen(state, { payload }: PayloadAction<string | null>) {
      state.sampleIdentity.certificateId = payload;
    },
    signingChosen(state, { payload }: PayloadAction<boolean>) {
      state.sampleIdentity.isSigned = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadIndex.fulfilled, (state, { payload, meta }) => {
        state.indexes[meta.arg] = payload;
      })
      .addCase(loadNeighbours.fulfilled, (state, { payload, meta }) => {
        state.neighbours[meta.arg.apiId] = payload;
      })
      // Prefills belong to the chosen customer: those of the earlier customer must not be sent.
      .addCase(loadPrefills.pending, (state) => {
        state.prefills = null;
      })
      .addCase(loadPrefills.fulfilled, (state, { payload }) => {
        state.prefills = payload;
      })
      .addCase(loadCertificates.fulfilled, (state, { payload }) => {
        state.sampleIdentity.page = payload;
      })
      .addMatcher(isApplicationLeft, (state) => {
        state.prefills = null;
        state.fallbackSessions = {};
        state.sampleIdentity = initialState.sampleIdentity;
      })
      .addMatcher(isAnyOf(loadOperation.fulfilled, loadWhole.fulfilled), (state, { payload, meta }) => {
        state.operations[sliceKey(meta.arg)] = payload;
      });
  },
});

export const { fallbackSessionChanged, certificateChosen, signingChosen } = apiExplorerSlice.actions;
