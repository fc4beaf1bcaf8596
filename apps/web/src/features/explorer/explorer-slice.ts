/** The state `apiExplorer` (specification §3): loaded parts of the catalogue, and ids from earlier responses. */
import type { ExplorerIndex, OperationBrief, OperationNeighbours, OperationSlice } from '@portico/contract';
import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { createCases } from '../../shared/store/create-cases.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls, type ExplorerList } from './explorer-calls.ts';
import type { KnownIds } from './form/known-ids.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';

interface ExplorerState {
  indexes: Partial<Record<ExplorerList, ExplorerIndex>>;
  /** By {@link sliceKey}. */
  operations: Record<string, OperationBrief>;
  /** By section: the neighbours of the operation opened last. */
  neighbours: Record<string, OperationNeighbours>;
  /** By test customer. */
  knownIds: Record<string, KnownIds>;
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

const initialState: ExplorerState = { indexes: {}, operations: {}, neighbours: {}, knownIds: {}, fallbackSessions: {} };

export const idsLearned = createAction<{ customerId: string; ids: KnownIds }>('apiExplorer/idsLearned');

/** `session` undefined: the session has ended. */
export const fallbackSessionChanged = createAction<{ customerId: string; session: string | undefined }>('apiExplorer/fallbackSessionChanged');

export const explorerReducers = {
  apiExplorer: createCases(initialState, (on) => {
    // The next developer must not see data of the previous one.
    on(isAnyOf(signedOut, userFound), (state) => {
      state.knownIds = {};
      state.fallbackSessions = {};
    });
    on(fallbackSessionChanged, (state, { payload: { customerId, session } }) => {
      const { [customerId]: _earlier, ...others } = state.fallbackSessions;
      state.fallbackSessions = session === undefined ? others : { ...others, [customerId]: session };
    });
    on(idsLearned, (state, { payload: { customerId, ids } }) => {
      state.knownIds = { ...state.knownIds, [customerId]: { ...state.knownIds[customerId], ...ids } };
    });
    on(loadIndex.fulfilled, (state, { payload, meta }) => {
      state.indexes = { ...state.indexes, [meta.arg]: payload };
    });
    on(loadNeighbours.fulfilled, (state, { payload, meta }) => {
      state.neighbours = { ...state.neighbours, [meta.arg.apiId]: payload };
    });
    on(isAnyOf(loadOperation.fulfilled, loadWhole.fulfilled), (state, { payload, meta }) => {
      state.operations = { ...state.operations, [sliceKey(meta.arg)]: payload };
    });
  }),
};
