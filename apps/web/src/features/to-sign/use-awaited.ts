/** The list, page by page; read again whenever the customer returns to it. */
import type { PaymentsToSign } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { type AtDoor, doorAfter } from '../../shared/bank-pages/door.tsx';
import type { ToSignCalls } from './to-sign-calls.ts';

type Awaited = AtDoor | { readonly step: 'shown'; readonly list: PaymentsToSign; readonly isLoadingMore: boolean };

export interface AwaitedList {
  readonly state: Awaited;
  reload: () => void;
  more: () => void;
  signOut: () => void;
}

export function useAwaited(calls: ToSignCalls): AwaitedList {
  const [state, setState] = useState<Awaited>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const fail = useCallback((error: unknown) => {
    setState((known) => doorAfter(error, known.step === 'shown'));
  }, []);
  const reload = useCallback(() => setReading((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    calls.list(undefined, stop.signal).then(
      (list) => setState({ step: 'shown', list, isLoadingMore: false }),
      (error: unknown) => {
        if (!stop.signal.aborted) fail(error);
      },
    );
    return () => stop.abort();
  }, [calls, fail, reading]);
  useReturn(reload);

  return {
    state,
    reload,
    more: () => {
      if (state.step !== 'shown' || state.isLoadingMore || state.list.next === undefined) return;
      const { list } = state;
      setState({ ...state, isLoadingMore: true });
      calls
        .list(list.next, new AbortController().signal)
        .then((next) => setState({ step: 'shown', list: { ...next, payments: [...list.payments, ...next.payments] }, isLoadingMore: false }), fail);
    },
    signOut: () => {
      calls.signOut().then(() => setState({ step: 'signedOut', hasEnded: false }), fail);
    },
  };
}

/** Reads the list again when the browser restores the page from its back/forward cache. */
function useReturn(reload: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reload]);
}
