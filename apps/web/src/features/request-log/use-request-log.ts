/** The log in three parts: the first page, older pages on demand, and new lines while the page is open. */
import type { RequestLogPage, RequestSummary } from '@portico/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { createRequestLogCalls, type RequestFilter, type RequestLogCalls } from './request-log-calls.ts';

const RETRY_MS = 3000;
/** An id before the first line. */
const NOTHING_YET = '0';

export interface RequestLog {
  readonly calls: RequestLogCalls;
  readonly items: readonly RequestSummary[] | undefined;
  readonly failure: RequestFailure | undefined;
  readonly reload: () => void;
  /** Undefined when there are no older lines. */
  readonly loadOlder: (() => Promise<void>) | undefined;
}

/** @param filter must be stable; for another filter the caller gives the component another `key` */
export function useRequestLog(filter: RequestFilter, isLive: boolean): RequestLog {
  const { api } = useExtra();
  const calls = useMemo(() => createRequestLogCalls(api), [api]);
  const { value: page, failure, reload, setValue } = useLoaded(useCallback((signal) => calls.list(filter, undefined, signal), [calls, filter]));
  const [round, setRound] = useState(0);
  const newest = page === undefined ? undefined : (page.items[0]?.id ?? NOTHING_YET);
  useEffect(() => {
    if (!isLive || newest === undefined) return undefined;
    void round;
    const stop = new AbortController();
    calls.follow(filter, newest, stop.signal).then(
      (come) => {
        if (stop.signal.aborted) return;
        setValue((current) => (current === undefined ? current : withNewer(current, come)));
        setRound((count) => count + 1);
      },
      // Tries again after a lost connection; the shown lines stay.
      () => setTimeout(() => stop.signal.aborted || setRound((count) => count + 1), RETRY_MS),
    );
    return () => stop.abort();
    // `round` starts the next call after each response, with or without new lines.
  }, [calls, filter, isLive, newest, round, setValue]);
  const next = page?.next;
  return {
    calls,
    items: page?.items,
    failure,
    reload,
    loadOlder:
      next === undefined
        ? undefined
        : async () => {
            const older = await calls.list(filter, next);
            setValue((current) => (current === undefined ? older : { ...older, items: [...current.items, ...older.items] }));
          },
  };
}

function withNewer(page: RequestLogPage, come: readonly RequestSummary[]): RequestLogPage {
  const known = new Set(page.items.map(({ id }) => id));
  return { ...page, items: [...come.filter(({ id }) => !known.has(id)).reverse(), ...page.items] };
}
