/** What a brief slice leaves out, the schemas first of all: most of a slice, and asked for when the first of it is looked at. */
import type { OperationBrief, OperationSlice } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useAppDispatch, useRequest } from '../../../shared/store/hooks.ts';
import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import { loadWhole } from '../api-explorer-slice.ts';

export interface LoadedDefs {
  readonly $defs: OperationSlice['$defs'] | undefined;
  readonly failure: RequestFailure | undefined;
  /** Asks for them; where they are there, or on their way, it does nothing. */
  readonly load: () => void;
}

export function useDefs({ apiId, operationId, version, $defs }: OperationBrief, isWanted: boolean): LoadedDefs {
  const dispatch = useAppDispatch();
  const { isPending, error } = useRequest(loadWhole.typePrefix);
  const isMissing = $defs === undefined;
  const isDone = !isMissing || isPending;
  const load = useCallback(() => {
    if (!isDone) void dispatch(loadWhole({ apiId, operationId, version }));
  }, [dispatch, apiId, operationId, version, isDone]);
  const isUnasked = isWanted && isMissing && !isPending && error === undefined;
  useEffect(() => {
    if (isUnasked) load();
  }, [isUnasked, load]);
  return { $defs, failure: isMissing && !isPending ? error : undefined, load };
}
