/** The request log: two queues, and the processing of lines before they are written. */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Tx } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import { type CaptureDeps, captureRequests } from './capture-requests.ts';
import type { Holder, LogRow, Measure, SeenRequest } from './request-line.ts';
import type { RequestLog } from './request-log.ts';
import { deleteRequestsOf, insertLines, insertMeasures } from './request-log-store.ts';
import { createQueue } from './request-queue.ts';
import { toLogRow } from './to-log-row.ts';

export interface RequestLogDeps extends Pick<CaptureDeps, 'holderOf'> {
  readonly write: RunWrite;
  readonly log: Pick<Logger, 'warn'>;
  /** Whose token it was that was refused, for example an expired one. */
  readonly holderOfToken: (tokenHash: string) => Promise<Holder | undefined>;
  readonly appOfClient: (clientId: string) => Promise<string | undefined>;
  /** True: the customers are the sandbox's, whose ids their developer knows. With a bank's own core a provider learns no customer's id. */
  readonly namesCustomers: boolean;
}

/** Milliseconds after which the loop yields to requests. */
const TURN_MS = 5;
/** A measured line is small. */
const MEASURES_MAX = 20_000;

export function createRequestLog({ write, log, holderOf, holderOfToken, appOfClient, namesCustomers }: RequestLogDeps): RequestLog {
  const measures = createQueue<Measure>(log, writeMeasures, MEASURES_MAX);
  const lines = createQueue<SeenRequest>(log, writeLines);

  async function writeMeasures(items: readonly Measure[]): Promise<void> {
    const counted = await whatCounts(items);
    if (counted.length > 0) await write(({ tx }: { readonly tx: Tx }) => insertMeasures(tx, counted.map(aged)));
  }

  async function writeLines(items: readonly SeenRequest[]): Promise<void> {
    const rows = await toRows(items);
    if (rows.length > 0) await write(({ tx }: { readonly tx: Tx }) => insertLines(tx, rows.map(aged)));
  }

  async function toRows(items: readonly SeenRequest[]): Promise<readonly LogRow[]> {
    const holders = new Map<string, Holder | undefined>();
    const rows: LogRow[] = [];
    let since = performance.now();
    for (const seen of items) {
      if (performance.now() - since > TURN_MS) {
        await setImmediate();
        since = performance.now();
      }
      const key = `${seen.tokenHash ?? ''} ${seen.clientId ?? ''}`;
      if (seen.holder === undefined && !holders.has(key)) holders.set(key, await lookUp(seen));
      const holder = seen.holder ?? holders.get(key);
      if (holder !== undefined) rows.push(toLogRow(seen, namesCustomers ? holder : { appId: holder.appId }));
    }
    return rows;
  }

  async function whatCounts(items: readonly Measure[]): Promise<readonly Measure[]> {
    const known = new Map<string, boolean>();
    for (const { tokenHash } of items) {
      if (tokenHash !== undefined && !known.has(tokenHash)) known.set(tokenHash, (await holderOfToken(tokenHash)) !== undefined);
    }
    return items.filter(({ tokenHash }) => tokenHash === undefined || known.get(tokenHash) === true);
  }

  async function lookUp({ tokenHash, clientId }: SeenRequest): Promise<Holder | undefined> {
    if (tokenHash !== undefined) return holderOfToken(tokenHash);
    const appId = clientId === undefined ? undefined : await appOfClient(clientId);
    return appId === undefined ? undefined : { appId };
  }

  /** Request ids of the running replay, each with the age of its requests. The ids are secret. */
  const replayed = new Map<string, number>();

  return {
    capture: (app, operationOf, isProbe) =>
      captureRequests(app, {
        operationOf,
        holderOf,
        isProbe,
        replayedMs: (requestId) => replayed.get(requestId),
        measured: measures.push,
        seen: lines.push,
      }),
    measure: (measure) => measures.push({ ...measure, endedAt: performance.now() }),
    async replay(requestId, agoMs, send) {
      replayed.set(requestId, agoMs);
      try {
        return await send();
      } finally {
        // The line is recorded after the response was sent.
        await setImmediate();
        replayed.delete(requestId);
      }
    },
    async flush() {
      await Promise.all([measures.flush(), lines.flush()]);
    },
    dropped: () => measures.dropped() + lines.dropped(),
    waiting: () => measures.waiting() + lines.waiting(),
    forgetApp: deleteRequestsOf,
  };
}

/** Times come from the database's clock, so a line carries only its age. */
function aged<Line extends { readonly endedAt: number; readonly durationMs: number }>({ endedAt, ...line }: Line) {
  return { ...line, ageMs: performance.now() - endedAt + line.durationMs };
}
