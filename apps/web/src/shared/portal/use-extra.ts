/** What exists once per page (client, storage, initialQuery, toasts), for components; asynchronous actions are handed it. */
import { useMemo } from 'react';
import { useAppDispatch } from '../store/hooks.ts';
import type { ThunkExtra } from '../store/request-thunk.ts';

export function useExtra(): ThunkExtra {
  const dispatch = useAppDispatch();
  return useMemo(() => dispatch((_dispatch, _getState, extra) => extra), [dispatch]);
}
