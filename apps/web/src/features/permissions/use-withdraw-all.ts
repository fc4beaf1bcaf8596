/**
 * Every permission in force is withdrawn, one after the other. What was withdrawn before a failure stays withdrawn and is counted. What had ended
 * before its turn, for example by the provider, is not counted.
 */
import type { BankCountry, Permission } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { type AtDoor, doorAfter } from '../../shared/bank-pages/door.tsx';
import { useReturn } from '../../shared/bank-pages/use-return.ts';
import { useVisit, type Visit } from '../../shared/bank-pages/use-visit.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import type { PermissionsCalls } from './permissions-calls.ts';

/** `left`: not withdrawn yet. */
interface Progress {
  readonly left: readonly Permission[];
  /** Number of those that the customer has withdrawn since they confirmed. */
  readonly ended: number;
  /** There are some that cannot be withdrawn. */
  readonly hasStatements: boolean;
  readonly bankCountry: BankCountry;
}

export type WithdrawAllState =
  | AtDoor
  | ({ readonly step: 'confirming'; readonly failure?: RequestFailure } & Progress)
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
      ({ bankCountry, found }) => {
        const left = found.filter(({ isWithdrawable }) => isWithdrawable);
        setState({ step: 'confirming', left, ended: 0, hasStatements: left.length < found.length, bankCountry });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState(doorAfter(error, false));
      },
    );
    return () => stop.abort();
  }, [calls, reading]);
  const tellOthers = useReturn(ignore);
  const visit = useVisit(calls, isSignedIn, onEnded);

  async function withdraw({ left, ended: before, hasStatements, bankCountry }: Progress): Promise<void> {
    let ended = before;
    for (const [index, { permissionId }] of left.entries()) {
      const progress = { left: left.slice(index), ended, hasStatements, bankCountry };
      setState({ step: 'withdrawing', ...progress });
      try {
        const { end } = (await calls.withdraw(permissionId)).permission;
        if (end?.how === 'withdrawn' && end.by === undefined) ended += 1;
      } catch (error) {
        tellOthers();
        const after = doorAfter(error, true);
        setState(after.step === 'failed' ? { step: 'confirming', failure: after.failure, ...progress } : after);
        return;
      }
    }
    tellOthers();
    setState({ step: 'done', ended });
  }

  return {
    state,
    visit,
    reload,
    withdraw: () => {
      if (state.step === 'confirming') void withdraw(state);
    },
  };
}

async function listInForce(
  calls: PermissionsCalls,
  signal: AbortSignal,
): Promise<{ readonly bankCountry: BankCountry; readonly found: readonly Permission[] }> {
  const wanted = { view: 'inForce', search: '' } as const;
  let { visitor, permissions, next } = await calls.list(wanted, undefined, signal);
  const found = [...permissions];
  while (next !== undefined) {
    ({ visitor, permissions, next } = await calls.list(wanted, next, signal));
    found.push(...permissions);
  }
  return { bankCountry: visitor.bankCountry, found };
}
