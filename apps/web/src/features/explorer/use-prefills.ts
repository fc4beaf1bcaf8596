/** The prefilled values of a developer, read when an operation opens. */
import type { Prefills } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useChoice } from '../../shared/auth/use-choice.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import { type ExplorerRoot, loadPrefills } from './api-explorer-slice.ts';
import type { LoadedData } from './use-catalogue.ts';

/** Needs the slice, which the page of the operation has added. */
export function usePrefills(): LoadedData<Prefills> {
  const dispatch = useAppDispatch();
  const value = useAppSelector((state: Partial<ExplorerRoot>) => state.apiExplorer?.prefills ?? undefined);
  const { error: failure } = useRequest(loadPrefills.typePrefix);
  const choice = useChoice();
  useEffect(() => {
    void choice;
    const reading = dispatch(loadPrefills());
    return () => reading.abort();
  }, [dispatch, choice]);
  const reload = useCallback(() => void dispatch(loadPrefills()), [dispatch]);
  return { value, failure, reload };
}
