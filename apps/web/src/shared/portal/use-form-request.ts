/** One form, one request: what became of it, forgotten when the form opens again. */
import { useEffect } from 'react';
import { useAppDispatch, useRequest } from '../store/hooks.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import { resetRequest } from '../store/requests-slice.ts';

/** @param name the type prefix of the thunk that the form sends */
export function useFormRequest(name: string): { isPending: boolean; failure: RequestFailure | undefined } {
  const dispatch = useAppDispatch();
  const { isPending, error } = useRequest(name);
  useEffect(() => {
    dispatch(resetRequest(name));
    return () => void dispatch(resetRequest(name));
  }, [dispatch, name]);
  return { isPending, failure: error };
}

/** The texts of refusals that belong to one field, by their code; undefined when this refusal is about something else. */
export function errorOfField(failure: RequestFailure | undefined, ...codes: readonly string[]): string | undefined {
  return failure?.code !== undefined && codes.includes(failure.code) ? failure.message : undefined;
}
