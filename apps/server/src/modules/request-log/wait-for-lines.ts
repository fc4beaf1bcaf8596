/** Long polling of the request log. Requests that wait resume at the same moments, so that they share one statement, which reads no lines. */
import type { RequestLogQuery } from '@portico/contract';
import { readTogether } from '#platform/db/read-together.ts';

export type LineQuery = RequestLogQuery & { readonly limit: number };

const POLL_MS = 500;

/**
 * Returns a function that lists lines. With `after` and `wait` (seconds) it waits until there is a line, or until `isOver` returns true.
 * `findNewest` returns the id of the newest line of each application that has one; `pause` ends after this time, and at once when the server stops.
 */
export function createLineWait<Line>(
  findNewest: (appIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  list: (appId: string, query: LineQuery) => Promise<readonly Line[]>,
  pause: (ms: number) => Promise<void>,
) {
  const newestLine = readTogether(findNewest);
  let pausing: Promise<void> | undefined;

  /** All callers of one pause resume in the same turn of the event loop, so that `newestLine` combines their reads. */
  function pauseTogether(): Promise<void> {
    pausing ??= pause(POLL_MS).finally(() => {
      pausing = undefined;
    });
    return pausing;
  }

  /** Polls the database, because another server may have written the line. */
  return async (appId: string, query: LineQuery, isOver: () => boolean): Promise<readonly Line[]> => {
    const until = performance.now() + (query.wait ?? 0) * 1000;
    let seen: string | undefined;
    for (;;) {
      // Read first: a line that is written between both statements is found in the next round.
      const newest = query.after === undefined ? undefined : ((await newestLine(appId)) ?? 'none');
      const rows = seen !== undefined && newest === seen ? [] : await list(appId, query);
      seen = newest;
      const mayWait = query.after !== undefined && rows.length === 0 && performance.now() + POLL_MS <= until;
      if (!mayWait || isOver()) return rows;
      await pauseTogether();
    }
  };
}
