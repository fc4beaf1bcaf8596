/**
 * Checks whether the customer is still signed in. The page asks the server when the time of the last response has run out, when the tab becomes
 * visible, and when the network returns. Key and pointer events keep the session alive, as on a signing page.
 */
import type { BankVisit, Visitor } from '@portico/contract';
import { ACTIVITY_INTERVAL_SECONDS_MIN, TIME_LEFT_WARNING_SECONDS } from '@portico/contract/values';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { elapsedMs, untilVisible, waitOrWake } from '../page/page.ts';
import type { DoorCalls } from './door-calls.ts';

const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;
/** After a call without a response. */
const RETRY_SECONDS = 10;

export interface Visit {
  /** `idle`: the session ends soon unless the customer stays; `final`: it ends soon in any case. */
  readonly warning: 'idle' | 'final' | undefined;
  stay: () => void;
  /** Undefined until the server has answered. */
  readonly visitor: Visitor | undefined;
  readonly calls: Pick<DoorCalls, 'roles' | 'changeRole'>;
}

/** `onEnded` must be stable. */
export function useVisit(calls: Omit<DoorCalls, 'signIn' | 'signOut'>, isSignedIn: boolean, onEnded: () => void): Visit {
  const [warning, setWarning] = useState<Visit['warning']>();
  const [visitor, setVisitor] = useState<Visitor>();
  const toldAtMs = useRef(0);
  const fail = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 410) onEnded();
    },
    [onEnded],
  );

  const stay = useCallback(() => {
    toldAtMs.current = elapsedMs();
    calls.stay().then(({ secondsLeft }) => setWarning(secondsLeft > TIME_LEFT_WARNING_SECONDS ? undefined : 'final'), fail);
  }, [calls, fail]);

  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    watch(calls, stop.signal, (visit, isShort) => {
      setVisitor(visit.visitor);
      setWarning((known) => (isShort ? (known ?? 'idle') : undefined));
    }).catch(fail);
    // Loading the page counted as activity.
    toldAtMs.current = elapsedMs();
    const onActivity = () => {
      if (elapsedMs() - toldAtMs.current >= ACTIVITY_INTERVAL_SECONDS_MIN * 1000) stay();
    };
    for (const event of ACTIVITY_EVENTS) window.addEventListener(event, onActivity, { passive: true });
    return () => {
      stop.abort();
      setWarning(undefined);
      for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, onActivity);
    };
  }, [calls, fail, isSignedIn, stay]);

  return { warning: isSignedIn ? warning : undefined, stay, visitor: isSignedIn ? visitor : undefined, calls };
}

/** Rejects when the session has ended, or with the signal's reason. */
async function watch(calls: Pick<DoorCalls, 'visit'>, signal: AbortSignal, tell: (visit: BankVisit, isShort: boolean) => void): Promise<never> {
  for (;;) {
    await untilVisible(signal);
    const visit = await readVisit(calls, signal);
    const secondsLeft = visit?.secondsLeft;
    const isShort = secondsLeft !== undefined && secondsLeft <= TIME_LEFT_WARNING_SECONDS;
    if (visit !== undefined) tell(visit, isShort);
    const until = secondsLeft === undefined ? RETRY_SECONDS : isShort ? secondsLeft : secondsLeft - TIME_LEFT_WARNING_SECONDS;
    await waitOrWake((until + 1) * 1000, signal);
  }
}

/** Undefined without a response, which does not mean that the session has ended. */
async function readVisit(calls: Pick<DoorCalls, 'visit'>, signal: AbortSignal): Promise<BankVisit | undefined> {
  try {
    return await calls.visit(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status === 410) throw error;
    return undefined;
  }
}
