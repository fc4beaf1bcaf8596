/** The state `apiExplorer` (specification §3): what was read of the catalogue, and the ids that earlier answers gave. */
import type { ExplorerIndex, OperationSlice } from '@portico/contract';
import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { createCases } from '../../shared/store/create-cases.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls, type ExplorerList } from './explorer-calls.ts';
import type { KnownIds } from './operation/known-ids.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';
import { takeWarmOperation } from './warm-operation.ts';

interface ExplorerState {
  indexes: Partial<Record<ExplorerList, ExplorerIndex>>;
  /** By {@link sliceKey}. */
  operations: Record<string, OperationSlice>;
  /** By test customer. */
  knownIds: Record<string, KnownIds>;
}

export interface ExplorerRoot {
  apiExplorer: ExplorerState;
}

export const loadIndex = createRequestThunk<ExplorerIndex, ExplorerList>(
  'apiExplorer/loadIndex',
  (list, { extra, signal }) => createExplorerCalls(extra.api).index(list, signal),
  'view',
);

export const loadOperation = createRequestThunk<OperationSlice, OperationAddress>(
  'apiExplorer/loadOperation',
  (address, { extra, signal }) => takeWarmOperation(address) ?? createExplorerCalls(extra.api).operation(address.apiId, address.operationId, signal),
  'view',
);

const initialState: ExplorerState = { indexes: {}, operations: {}, knownIds: {} };

export const idsLearned = createAction<{ customerId: string; ids: KnownIds }>('apiExplorer/idsLearned');

export const explorerReducers = {
  apiExplorer: createCases(initialState, (on) => {
    // Nothing of one developer is shown to the next.
    on(isAnyOf(signedOut, userFound), (state) => {
      state.knownIds = {};
    });
    on(idsLearned, (state, { payload: { customerId, ids } }) => {
      state.knownIds = { ...state.knownIds, [customerId]: { ...state.knownIds[customerId], ...ids } };
    });
    on(loadIndex.fulfilled, (state, { payload, meta }) => {
      state.indexes = { ...state.indexes, [meta.arg]: payload };
    });
    on(loadOperation.fulfilled, (state, { payload, meta }) => {
      state.operations = { ...state.operations, [sliceKey(meta.arg)]: payload };
    });
  }),
};
