/** Runs the engine of one page: the calls of a step start with the step and are aborted when it ends. */
import { SIGNING_MODALS } from '@portico/contract/values';
import { useEffect } from 'react';
import { elapsedMs, watchClock } from '../../../shared/page/page.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { createActivity } from '../engine/activity.ts';
import { closeSigning } from '../engine/leave-signing.ts';
import { openSigning } from '../engine/open-signing.ts';
import { sendRefusal } from '../engine/refuse-signing.ts';
import type { SigningFlow } from '../engine/signing-flow.ts';
import { signingActions } from '../engine/signing-slice.ts';
import type { SigningStep } from '../engine/signing-steps.ts';
import { noteActivity, probeSession, readTimeLeft, submitSigning, watchChallenge } from '../engine/submit-signing.ts';
import { useSigning } from './signing-page-context.tsx';
import { useArrivalAddress } from './use-arrival-address.ts';
import { useTimeLeft } from './use-time-left.ts';

interface Abortable {
  abort: () => void;
}

export function useSigningEngine(flow: SigningFlow): void {
  const dispatch = useAppDispatch();
  const step = useSigning((state) => state.step);
  useArrivalAddress(SIGNING_MODALS[flow.kind]);

  useEffect(() => startSoon(step === 'loading', () => [dispatch(openSigning(flow))]), [step, flow, dispatch]);
  const refusalTries = useSigning((state) => state.refusalTries);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts the refusal again.
  useEffect(() => startSoon(step === 'refusing', () => [dispatch(sendRefusal(flow))]), [step, refusalTries, flow, dispatch]);
  useEffect(() => startSoon(step === 'signing', () => [dispatch(submitSigning(flow)), dispatch(watchChallenge())]), [step, flow, dispatch]);
  useActivity(step);
  useExpiry(step);
  useClockInDoubt(step);
  useReturnFromHistory();
  // Leaving in any way resets the page and clears the terminated flag.
  useEffect(
    () => () => {
      dispatch(closeSigning());
      dispatch(signingActions.signingOpened());
    },
    [dispatch],
  );
}

/** Starts in a microtask, because React's strict mode runs effects twice, and the entry ticket can be used only once. */
function startSoon(isDue: boolean, start: () => Abortable[]): () => void {
  let isOver = !isDue;
  let running: Abortable[] = [];
  queueMicrotask(() => {
    if (!isOver) running = start();
  });
  return () => {
    isOver = true;
    for (const call of running) call.abort();
  };
}

/** Key and pointer events keep the session alive, at most once in 30 s. The listeners capture, so that no component can stop the events. */
function useActivity(step: SigningStep): void {
  const dispatch = useAppDispatch();
  const isAlive = step === 'confirmation' || step === 'info' || step === 'signing';
  useEffect(() => {
    if (!isAlive) return undefined;
    const activity = createActivity({ elapsedMs, send: () => void dispatch(noteActivity()) });
    window.addEventListener('keydown', activity.note, true);
    window.addEventListener('pointerdown', activity.note, true);
    return () => {
      activity.cancel();
      window.removeEventListener('keydown', activity.note, true);
      window.removeEventListener('pointerdown', activity.note, true);
    };
  }, [isAlive, dispatch]);
}

/** When the displayed time has run out, the page asks the server; a 410 opens the terminated view. */
function useExpiry(step: SigningStep): void {
  const dispatch = useAppDispatch();
  const isOver = useTimeLeft()?.seconds === 0 && (step === 'confirmation' || step === 'info');
  useEffect(() => startSoon(isOver, () => [dispatch(probeSession())]), [isOver, dispatch]);
}

/** After a sleep, or when the device's clock was set, the page asks the server how much time is left. */
function useClockInDoubt(step: SigningStep): void {
  const dispatch = useAppDispatch();
  const isCounting = step === 'confirmation' || step === 'info';
  useEffect(() => (isCounting ? watchClock(() => void dispatch(readTimeLeft())) : undefined), [isCounting, dispatch]);
}

/** Reloads a page that the browser restores from its back/forward cache, because it still shows "leaving". */
function useReturnFromHistory(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
