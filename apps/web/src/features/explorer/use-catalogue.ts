/** The index of a list, and one operation. Data that was loaded before is shown at once, and is loaded again only after a failure. */
import type { ExplorerIndex, OperationBrief, OperationNeighbours } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import type { AppDispatch, ThunkExtra } from '../../shared/store/request-thunk.ts';
import { apiExplorerSlice, type ExplorerRoot, loadIndex, loadNeighbours, loadOperation } from './api-explorer-slice.ts';
import type { ExplorerList } from './explorer-calls.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';

export interface LoadedData<T> {
  readonly value: T | undefined;
  readonly failure: RequestFailure | undefined;
  readonly reload: () => void;
}

/** Runs before the first render, so that available data needs no loading indicator. */
export async function preloadOperation(
  address: OperationAddress,
  { addSlices }: Pick<ThunkExtra, 'addSlices'>,
  dispatch: AppDispatch,
): Promise<void> {
  addSlices(apiExplorerSlice);
  await dispatch(loadOperation(address));
}

/** @param isWanted while false, available data is returned and nothing is loaded */
export function useExplorerIndex(list: ExplorerList, isWanted = true): LoadedData<ExplorerIndex> {
  const { addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const value = useAppSelector((state: Partial<ExplorerRoot>) => state.apiExplorer?.indexes[list]);
  const { error } = useRequest(loadIndex.typePrefix);
  const isMissing = value === undefined && isWanted;
  useEffect(() => {
    addSlices(apiExplorerSlice);
    if (!isMissing) return undefined;
    const reading = dispatch(loadIndex(list));
    return () => reading.abort();
  }, [addSlices, dispatch, list, isMissing]);
  const reload = useCallback(() => void dispatch(loadIndex(list)), [dispatch, list]);
  return { value, failure: value === undefined ? error : undefined, reload };
}

export function useOperation(apiId: string, operationId: string): LoadedData<OperationBrief> {
  const { addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const key = sliceKey({ apiId, operationId });
  const value = useAppSelector((state: Partial<ExplorerRoot>) => state.apiExplorer?.operations[key]);
  const { error } = useRequest(loadOperation.typePrefix);
  const isMissing = value === undefined;
  useEffect(() => {
    addSlices(apiExplorerSlice);
    if (!isMissing) return undefined;
    const reading = dispatch(loadOperation({ apiId, operationId }));
    return () => reading.abort();
  }, [addSlices, dispatch, apiId, operationId, isMissing]);
  const reload = useCallback(() => void dispatch(loadOperation({ apiId, operationId })), [dispatch, apiId, operationId]);
  return { value, failure: value === undefined ? error : undefined, reload };
}

/** @param isWanted false when the whole index is already loaded */
export function useNeighbours({ apiId, operationId }: OperationAddress, isWanted: boolean): OperationNeighbours | undefined {
  const dispatch = useAppDispatch();
  const known = useAppSelector((state: Partial<ExplorerRoot>) => state.apiExplorer?.neighbours[apiId]);
  const value = known?.operations.some((operation) => operation.operationId === operationId) === true ? known : undefined;
  const isMissing = isWanted && value === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const reading = dispatch(loadNeighbours({ apiId, operationId }));
    return () => reading.abort();
  }, [dispatch, apiId, operationId, isMissing]);
  return value;
}
