/** The list of receipts, page by page. */
import type { ReceiptLine } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { type AtDoor, doorAfter } from '../../shared/bank-pages/door.tsx';
import { useVisit, type Visit } from '../../shared/bank-pages/use-visit.ts';
import type { ReceiptsCalls } from './receipts-calls.ts';

type ListState =
  | AtDoor
  | { readonly step: 'shown'; readonly receipts: readonly ReceiptLine[]; readonly next: string | undefined; readonly isLoadingMore: boolean };

export interface ReceiptListing {
  readonly state: ListState;
  readonly visit: Visit;
  reload: () => void;
  more: () => void;
  signOut: () => void;
}

export function useReceiptList(calls: ReceiptsCalls, search: string): ReceiptListing {
  const [state, setState] = useState<ListState>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const fail = useCallback((error: unknown) => {
    setState((known) => doorAfter(error, known.step === 'shown'));
  }, []);
  const onEnded = useCallback(() => setState({ step: 'signedOut', hasEnded: true }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    calls.list(search, undefined, stop.signal).then(
      ({ receipts, next }) => setState({ step: 'shown', receipts, next, isLoadingMore: false }),
      (error: unknown) => {
        if (!stop.signal.aborted) fail(error);
      },
    );
    return () => stop.abort();
  }, [calls, search, fail, reading]);
  const visit = useVisit(calls, state.step === 'shown', onEnded);

  return {
    state,
    visit,
    reload() {
      setState({ step: 'loading' });
      setReading((count) => count + 1);
    },
    more() {
      if (state.step !== 'shown' || state.isLoadingMore || state.next === undefined) return;
      setState({ ...state, isLoadingMore: true });
      calls.list(search, state.next, new AbortController().signal).then(({ receipts, next }) => {
        setState({ step: 'shown', receipts: [...state.receipts, ...receipts], next, isLoadingMore: false });
      }, fail);
    },
    signOut() {
      calls.signOut().then(() => setState({ step: 'signedOut', hasEnded: false }), fail);
    },
  };
}
