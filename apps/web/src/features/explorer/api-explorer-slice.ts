/** The state `apiExplorer` (specification §3): loaded parts of the catalogue, prefills, and open sessions of the fallback interface. */
import type { ExplorerIndex, OperationBrief, OperationNeighbours, OperationSlice, Prefills } from '@portico/contract';
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { isApplicationLeft } from '../../shared/auth/auth-slice.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls, type ExplorerList } from './explorer-calls.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';

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

const initialState: ExplorerState = { indexes: {}, operations: {}, neighbours: {}, prefills: null, fallbackSessions: {} };

export const apiExplorerSlice = createSlice({
  name: 'apiExplorer',
  initialState,
  reducers: {
    /** `session` undefined: the session has ended. */
    fallbackSessionChanged(state, { payload: { customerId, session } }: PayloadAction<{ customerId: string; session: string | undefined }>) {
      if (session === undefined) delete state.fallbackSessions[customerId];
      else state.fallbackSessions[customerId] = session;
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
      .addMatcher(isApplicationLeft, (state) => {
        state.prefills = null;
        state.fallbackSessions = {};
      })
      .addMatcher(isAnyOf(loadOperation.fulfilled, loadWhole.fulfilled), (state, { payload, meta }) => {
        state.operations[sliceKey(meta.arg)] = payload;
      });
  },
});

export const { fallbackSessionChanged } = apiExplorerSlice.actions;
