/** The state `apiExplorer` (specification §3): what was read of the catalogue, and the ids that earlier answers gave. */
import type { ExplorerIndex, OperationSlice } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut, userFound } from '../../shared/auth/auth-slice.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls, type ExplorerList } from './explorer-calls.ts';
import type { KnownIds } from './operation/known-ids.ts';

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

export interface OperationAddress {
  readonly apiId: string;
  readonly operationId: string;
}

/** Neither part can hold a line break. */
export function sliceKey({ apiId, operationId }: OperationAddress): string {
  return `${apiId}\n${operationId}`;
}

export const loadIndex = createRequestThunk<ExplorerIndex, ExplorerList>(
  'apiExplorer/loadIndex',
  (list, { extra, signal }) => createExplorerCalls(extra.api).index(list, signal),
  'view',
);

export const loadOperation = createRequestThunk<OperationSlice, OperationAddress>(
  'apiExplorer/loadOperation',
  ({ apiId, operationId }, { extra, signal }) => createExplorerCalls(extra.api).operation(apiId, operationId, signal),
  'view',
);

const initialState: ExplorerState = { indexes: {}, operations: {}, knownIds: {} };

const slice = createSlice({
  name: 'apiExplorer',
  initialState,
  reducers: {
    idsLearned({ knownIds }, { payload }: PayloadAction<{ customerId: string; ids: KnownIds }>) {
      knownIds[payload.customerId] = { ...knownIds[payload.customerId], ...payload.ids };
    },
  },
  extraReducers: (builder) => {
    builder
      // Nothing of one developer is shown to the next.
      .addCase(signedOut, (state) => ({ ...state, knownIds: {} }))
      .addCase(userFound, (state) => ({ ...state, knownIds: {} }))
      .addCase(loadIndex.fulfilled, (state, { payload, meta }) => ({ ...state, indexes: { ...state.indexes, [meta.arg]: payload } }))
      .addCase(loadOperation.fulfilled, (state, { payload, meta }) => ({
        ...state,
        operations: { ...state.operations, [sliceKey(meta.arg)]: payload },
      }));
  },
});

export const explorerReducers = { apiExplorer: slice.reducer };
export const { idsLearned } = slice.actions;
