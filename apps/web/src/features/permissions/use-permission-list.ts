/** The list, page by page. It is read again when the customer returns to it, or another tab has withdrawn a permission. */
import type { Permissions } from '@portico/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AtDoor, doorAfter } from '../../shared/bank-pages/door.tsx';
import { useReturn } from '../../shared/bank-pages/use-return.ts';
import { useVisit, type Visit } from '../../shared/bank-pages/use-visit.ts';
import type { PermissionsCalls, PermissionsFilter } from './permissions-calls.ts';

type ListState = AtDoor | { readonly step: 'shown'; readonly list: Permissions; readonly isLoadingMore: boolean };

export interface PermissionListing {
  readonly state: ListState;
  readonly visit: Visit;
  reload: () => void;
  more: () => void;
  signOut: () => void;
}

/** `filter` must be stable. */
export function usePermissionList(calls: PermissionsCalls, filter: PermissionsFilter): PermissionListing {
  const [state, setState] = useState<ListState>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const count = useRef(0);
  count.current = state.step === 'shown' ? state.list.permissions.length : 0;
  const fail = useCallback((error: unknown) => {
    setState((known) => doorAfter(error, known.step === 'shown'));
  }, []);
  const reload = useCallback(() => setReading((count) => count + 1), []);
  const onEnded = useCallback(() => setState({ step: 'signedOut', hasEnded: true }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    readAtLeast(calls, filter, count.current, stop.signal).then(
      (list) => setState({ step: 'shown', list, isLoadingMore: false }),
      (error: unknown) => {
        if (!stop.signal.aborted) fail(error);
      },
    );
    return () => stop.abort();
  }, [calls, filter, fail, reading]);
  const tellOthers = useReturn(reload);
  const visit = useVisit(calls, state.step === 'shown', onEnded);

  return {
    state,
    visit,
    reload,
    more: () => {
      if (state.step !== 'shown' || state.isLoadingMore || state.list.next === undefined) return;
      const { list } = state;
      setState({ ...state, isLoadingMore: true });
      calls.list(filter, list.next, new AbortController().signal).then((next) => {
        setState({ step: 'shown', list: { ...next, permissions: [...list.permissions, ...next.permissions] }, isLoadingMore: false });
      }, fail);
    },
    signOut: () => {
      calls.signOut().then(() => {
        setState({ step: 'signedOut', hasEnded: false });
        tellOthers();
      }, fail);
    },
  };
}

/** Reads as many pages as were shown before, so that the list does not shrink. */
async function readAtLeast(calls: PermissionsCalls, filter: PermissionsFilter, count: number, signal: AbortSignal): Promise<Permissions> {
  let list = await calls.list(filter, undefined, signal);
  while (list.permissions.length < count && list.next !== undefined) {
    const next = await calls.list(filter, list.next, signal);
    list = { ...next, permissions: [...list.permissions, ...next.permissions] };
  }
  return list;
}
