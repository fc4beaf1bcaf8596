/** What was read with one permission, the latest days first. */
import type { PermissionReading } from '@portico/contract';
import { useEffect, useState } from 'react';
import type { PermissionsCalls } from './permissions-calls.ts';

type ReadingsState =
  | { readonly step: 'loading' }
  | { readonly step: 'failed' }
  | { readonly step: 'shown'; readonly readings: readonly PermissionReading[]; readonly next: string | undefined; readonly isLoadingMore: boolean };

export interface Readings {
  readonly state: ReadingsState;
  reload: () => void;
  more: () => void;
}

/** A failure here leaves the rest of the page: whether the customer is still signed in is watched there. */
export function useReadings(calls: Pick<PermissionsCalls, 'readings'>, permissionId: string): Readings {
  const [state, setState] = useState<ReadingsState>({ step: 'loading' });
  const [reading, setReading] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    calls.readings(permissionId, undefined, stop.signal).then(
      ({ readings, next }) => setState({ step: 'shown', readings, next, isLoadingMore: false }),
      () => {
        if (!stop.signal.aborted) setState({ step: 'failed' });
      },
    );
    return () => stop.abort();
  }, [calls, permissionId, reading]);

  return {
    state,
    reload: () => {
      setState({ step: 'loading' });
      setReading((count) => count + 1);
    },
    more: () => {
      if (state.step !== 'shown' || state.isLoadingMore || state.next === undefined) return;
      setState({ ...state, isLoadingMore: true });
      calls.readings(permissionId, state.next, new AbortController().signal).then(
        ({ readings, next }) => setState({ step: 'shown', readings: [...state.readings, ...readings], next, isLoadingMore: false }),
        () => setState({ step: 'failed' }),
      );
    },
  };
}
