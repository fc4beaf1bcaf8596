/** One permission: shown, confirmed, withdrawn; or how it ended when another tab or the provider ended it first. */
import type { PermissionAnswer } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import type { AtDoor } from '../../shared/bank-pages/door.tsx';
import { useReturn } from '../../shared/bank-pages/use-return.ts';
import { useVisit, type Visit } from '../../shared/bank-pages/use-visit.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import type { PermissionsCalls } from './permissions-calls.ts';

type Read = { readonly answer: PermissionAnswer };

export type PermissionState =
  | AtDoor
  | { readonly step: 'gone' }
  /** `hasChanged`: the permission was valid when this page first showed it. */
  | ({ readonly step: 'shown'; readonly hasChanged: boolean } & Read)
  | ({ readonly step: 'confirming'; readonly failure?: RequestFailure } & Read)
  | ({ readonly step: 'withdrawing' } & Read)
  | ({ readonly step: 'done' } & Read);

export interface OnePermission {
  readonly state: PermissionState;
  readonly visit: Visit;
  reload: () => void;
  ask: () => void;
  keep: () => void;
  withdraw: () => void;
}

export function usePermission(calls: PermissionsCalls, permissionId: string): OnePermission {
  const [state, setState] = useState<PermissionState>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const answer = 'answer' in state ? state.answer : undefined;
  const reload = useCallback(() => setReading((count) => count + 1), []);
  const onEnded = useCallback(() => setState({ step: 'signedOut', hasEnded: true }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    calls.find(permissionId, stop.signal).then(
      (found) => setState((known) => afterReading(known, found)),
      (error: unknown) => {
        if (!stop.signal.aborted) setState((known) => afterFailure(known, toRequestFailure(error)));
      },
    );
    return () => stop.abort();
  }, [calls, permissionId, reading]);
  const tellOthers = useReturn(reload);
  // After a withdrawal the page stays, even when the session ends.
  const visit = useVisit(calls, answer !== undefined && state.step !== 'done', onEnded);

  const withdraw = () => {
    if (answer === undefined) return;
    setState({ step: 'withdrawing', answer });
    calls.withdraw(permissionId).then(
      (ended) => {
        setState({ step: 'done', answer: ended });
        tellOthers();
      },
      (error: unknown) => setState((known) => afterFailure(known, toRequestFailure(error))),
    );
  };
  return {
    state,
    visit,
    reload,
    withdraw,
    ask: () => answer !== undefined && setState({ step: 'confirming', answer }),
    keep: () => answer !== undefined && setState({ step: 'shown', answer, hasChanged: false }),
  };
}

/** New data does not interrupt a confirmation, unless the permission can no longer be withdrawn. */
function afterReading(known: PermissionState, answer: PermissionAnswer): PermissionState {
  if (known.step === 'withdrawing' || known.step === 'done') return known;
  const wasWithdrawable = 'answer' in known && known.answer.permission.isWithdrawable;
  const { isWithdrawable } = answer.permission;
  if (known.step === 'confirming' && isWithdrawable) return { ...known, answer };
  const hasChanged = (known.step === 'shown' && known.hasChanged) || (wasWithdrawable && !isWithdrawable);
  return { step: 'shown', answer, hasChanged };
}

function afterFailure(known: PermissionState, failure: RequestFailure): PermissionState {
  if (failure.status === 410) return { step: 'signedOut', hasEnded: 'answer' in known };
  if (failure.status === 404) return { step: 'gone' };
  // The page stays, so that the customer can try again.
  if (known.step === 'withdrawing') return { step: 'confirming', answer: known.answer, failure };
  return 'answer' in known ? known : { step: 'failed', failure };
}
