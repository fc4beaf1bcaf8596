/** Reads the developer's application when its page opens; what was read before is shown at once and refreshed behind. */
import type { ApplicationIdentity } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useChoice } from '../auth/use-choice.ts';
import { useExtra } from '../portal/use-extra.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../store/hooks.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import { type ApplicationRoot, applicationIdentitySlice, loadApplication } from './application-identity-slice.ts';

export interface ReadApplication {
  readonly application: ApplicationIdentity | null;
  readonly failure: RequestFailure | undefined;
  readonly reload: () => void;
}

export function useApplication(): ReadApplication {
  const dispatch = useAppDispatch();
  const { addSlices } = useExtra();
  const application = useAppSelector((state: Partial<ApplicationRoot>) => state.applicationIdentity?.application ?? null);
  const { error: failure } = useRequest(loadApplication.typePrefix);
  const choice = useChoice();
  useEffect(() => {
    void choice;
    addSlices(applicationIdentitySlice);
    const reading = dispatch(loadApplication());
    return () => reading.abort();
  }, [dispatch, addSlices, choice]);
  const reload = useCallback(() => void dispatch(loadApplication()), [dispatch]);
  return { application, failure, reload };
}
