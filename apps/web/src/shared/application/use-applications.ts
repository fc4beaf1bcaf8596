/** The developer's applications, read when a page opens that is about one of them. `?application=` in the address chooses one. */
import type { ApplicationList } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { type AuthRoot, applicationChosen } from '../auth/auth-slice.ts';
import { useChoice } from '../auth/use-choice.ts';
import { changeQuery, useQuery } from '../portal/router/place.ts';
import { useExtra } from '../portal/use-extra.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../store/hooks.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import { type ApplicationRoot, applicationIdentitySlice } from './application-identity-slice.ts';
import { loadApplications } from './applications.ts';

const LINKED = 'application';

export interface Applications {
  /** Oldest first; null until they were read. */
  readonly list: ApplicationList | null;
  readonly clientId: string | null;
  /** Another number once another application is chosen: the `key` of what a page shows about it. */
  readonly choice: number;
  readonly failure: RequestFailure | undefined;
  readonly choose: (clientId: string) => void;
  readonly reload: () => void;
}

export function useApplications(): Applications {
  const dispatch = useAppDispatch();
  const { addSlices, toasts } = useExtra();
  const list = useAppSelector((state: Partial<ApplicationRoot>) => state.applicationIdentity?.applications ?? null);
  const clientId = useAppSelector((state: AuthRoot) => state.auth.clientId);
  const choice = useChoice();
  const { error: failure } = useRequest(loadApplications.typePrefix);
  const [isRead, setIsRead] = useState(false);
  const linked = useQuery().get(LINKED);
  useEffect(() => {
    addSlices(applicationIdentitySlice);
    const reading = dispatch(loadApplications());
    void reading.then(({ meta }) => setIsRead(meta.requestStatus === 'fulfilled'));
    return () => reading.abort();
  }, [dispatch, addSlices]);
  const choose = useCallback(
    (wanted: string) => {
      if (wanted !== clientId) dispatch(applicationChosen(wanted));
    },
    [dispatch, clientId],
  );
  useEffect(() => {
    if (linked === null || list === null) return;
    const isTheirs = list.some((listed) => listed.clientId === linked);
    // The list of an earlier page may be older than the application.
    if (!isTheirs && !isRead) return;
    // The address chooses once: afterwards the field does.
    changeQuery(LINKED, '', { replace: true });
    if (isTheirs) choose(linked);
    else toasts.show({ kind: 'error', text: 'The link is about an application that is not yours, or that is deleted.' });
  }, [linked, list, isRead, choose, toasts]);
  const reload = useCallback(() => void dispatch(loadApplications()), [dispatch]);
  return { list, clientId, choice, failure, choose, reload };
}
