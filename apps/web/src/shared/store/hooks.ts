/** Typed hooks. A feature selects with the part of the state it knows: `useAppSelector((state: SigningRoot) => …)`. */
import { useDispatch, useSelector } from 'react-redux';
import type { RequestFailure } from './request-failure.ts';
import type { AppDispatch } from './request-thunk.ts';
import { isRequestPending, type RequestsRoot, requestError } from './requests-slice.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();

export function useAppSelector<State, Selected>(select: (state: State) => Selected): Selected {
  return useSelector<State, Selected>(select);
}

/** Pending and error flags of one action name. */
export function useRequest(name: string): { isPending: boolean; error: RequestFailure | undefined } {
  const isPending = useSelector((state: RequestsRoot) => isRequestPending(state, name));
  const error = useSelector((state: RequestsRoot) => requestError(state, name));
  return { isPending, error };
}
