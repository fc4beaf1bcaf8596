/** Every permission in force is withdrawn, one after the other. What was withdrawn before a failure stays withdrawn and is counted. */
import type { Permission } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { useReturn } from '../../shared/bank-pages/use-return.ts';
import { useVisit, type Visit } from '../../shared/bank-pages/use-visit.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import type { PermissionsCalls } from './permissions-calls.ts';

/** `left`: not withdrawn yet. */
interface Progress {
  readonly left: readonly Permission[];
  /** Number of those that have ended since the customer confirmed. */
  readonly ended: number;
}

export type WithdrawAllState =
  | { readonly step: 'loading' }
  /** `hasEnded`: a session in this page has ended. */
  | { readonly step: 'signedOut'; readonly hasEnded: boolean }
  | { readonly step: 'failed'; readonly failure: RequestFailure }
  /** `hasStatements`: there are some that cannot be withdrawn. */
  | ({ readonly step: 'confirming'; readonly hasStatements: boolean; readonly failure?: RequestFailure } & Progress)
  | ({ readonly step: 'withdrawing' } & Progress)
  | { readonly step: 'done'; readonly ended: number };

export interface AllWithdrawal {
  readonly state: WithdrawAllState;
  readonly visit: Visit;
  reload: () => void;
  withdraw: () => void;
}

export function useWithdrawAll(calls: PermissionsCalls): AllWithdrawal {
  const [state, setState] = useState<WithdrawAllState>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const isSignedIn = state.step === 'confirming' || state.step === 'withdrawing';
  const onEnded = useCallback(() => setState({ step: 'signedOut', hasEnded: true }), []);
  // A confirmation shows what is withdrawn; another tab's change alone must not change it under the customer's finger.
  const reload = useCallback(() => setReading((count) => count + 1), []);
  const ignore = useCallback(() => undefined, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    listInForce(calls, stop.signal).then(
      (found) => {
        const left = found.filter(({ isWithdrawable }) => isWithdrawable);
        setState({ step: 'confirming', left, ended: 0, hasStatements: left.length < found.length });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState(afterFailure(error, false));
      },
    );
    return () => stop.abort();
  }, [calls, reading]);
  const tellOthers = useReturn(ignore);
  const visit = useVisit(calls, isSignedIn, onEnded);

  async function withdraw({ left, ended: before }: Progress, hasStatements: boolean): Promise<void> {
    for (const [index, { permissionId }] of left.entries()) {
      const progress = { left: left.slice(index), ended: before + index };
      setState({ step: 'withdrawing', ...progress });
      try {
        await calls.withdraw(permissionId);
      } catch (error) {
        tellOthers();
        const after = afterFailure(error, true);
        setState(after.step === 'failed' ? { step: 'confirming', hasStatements, failure: after.failure, ...progress } : after);
        return;
      }
    }
    tellOthers();
    setState({ step: 'done', ended: before + left.length });
  }

  return {
    state,
    visit,
    reload,
    withdraw: () => {
      if (state.step === 'confirming') void withdraw(state, state.hasStatements);
    },
  };
}

async function listInForce(calls: PermissionsCalls, signal: AbortSignal): Promise<readonly Permission[]> {
  const found: Permission[] = [];
  let after: string | undefined;
  do {
    const { permissions, next } = await calls.list({ view: 'inForce', search: '' }, after, signal);
    found.push(...permissions);
    after = next;
  } while (after !== undefined);
  return found;
}

function afterFailure(error: unknown, hasEnded: boolean): Extract<WithdrawAllState, { step: 'signedOut' | 'failed' }> {
  const failure = toRequestFailure(error);
  return failure.status === 410 ? { step: 'signedOut', hasEnded } : { step: 'failed', failure };
}
