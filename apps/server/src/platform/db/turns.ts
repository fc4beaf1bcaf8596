/**
 * Shares the few database connections between requests. A free connection goes to the request that began first, not to the one that has waited
 * longest for this statement. A request that is nearly done then ends soon: a customer who has confirmed on the phone does not wait behind new
 * requests. The requests of one sandbox take no more connections than they leave free, because they may wait for locks of this sandbox together.
 * While sandboxes are changed, their requests have one share together, so developers who act together are no exception. The changes themselves have
 * no share: they have the locks, and their end lets the others go on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dbConnections, dbConnectionsMax, dbPending, dbTimeouts, dbWait } from '../telemetry/instruments.ts';
import { BANK_TENANT } from '../tenant/bank-tenant.ts';
import { isChange, isChanging, noteVainWait } from '../tenant/sandbox-changes.ts';

/** Gives the connection back; call it once. */
export type EndTurn = () => void;

interface Waiter {
  readonly since: number;
  readonly sharer: () => string | undefined;
  begin(): void;
}

const USED = { 'db.client.connection.state': 'used' };

/** A request, from its arrival to its response. */
export interface Wait {
  /** `performance.now()`. */
  readonly since: number;
  /**
   * The time its statements have taken, each counted in whole steps. Time without a statement, for example while a phone answers, is not included.
   */
  stepsSpent: number;
  /** Undefined: not known yet, or the customers of a core system, who are one tenant. */
  sandboxId: string | undefined;
}

/** Without a fault, a statement takes far less than one step. */
export const STEP_MS = 250;

const waits = new AsyncLocalStorage<Wait>();

export function beginWait(since: number): Wait {
  return { since, stepsSpent: 0, sandboxId: undefined };
}

/** Statements that `work` and its asynchronous continuations run count as statements of this request. */
export function waitingAs<Result>(wait: Wait, work: () => Result): Result {
  return waits.run(wait, work);
}

/** Called when it is known of which sandbox a request is, before it writes. */
export function noteSandbox(sandboxId: string): void {
  const wait = waits.getStore();
  if (wait !== undefined && sandboxId !== BANK_TENANT) wait.sandboxId = sandboxId;
}

/** Returns the current request. Undefined in jobs and operators' commands, which may wait longer. */
export function currentWait(): Wait | undefined {
  return waits.getStore();
}

/**
 * @param waitMsMax the longest wait; absent: no limit.
 * @returns a function that waits for a connection, of which `max` are in use at once. It rejects with {@link NoFreeConnection} after `waitMsMax`.
 */
export function createTurns(max: number, waitMsMax?: number): () => Promise<EndTurn> {
  const waiting: Waiter[] = [];
  const heldBy = new Map<string, number>();
  let running = 0;
  dbConnectionsMax.add(max);

  function mayBegin(sharer: string | undefined): boolean {
    const free = max - running;
    return free > 0 && (sharer === undefined || heldWith(sharer) < free);
  }

  function heldWith(sharer: string): number {
    if (!isChanging(sharer)) return heldBy.get(sharer) ?? 0;
    let held = 0;
    for (const [other, count] of heldBy) if (isChanging(other)) held += count;
    return held;
  }

  /** The sharer at the begin counts until the end, also when the request learns its sandbox in between. */
  function take(sharer: string | undefined): EndTurn {
    count(sharer, 1);
    return () => {
      count(sharer, -1);
      // More than one where a change has ended: the requests that waited beside it have shares of their own again.
      for (let next = firstOfWaiting(); next >= 0; next = firstOfWaiting()) waiting.splice(next, 1)[0]?.begin();
    };
  }

  const firstOfWaiting = () => waiting.findIndex(({ sharer }) => mayBegin(sharer()));

  function count(sharer: string | undefined, change: 1 | -1): void {
    running += change;
    dbConnections.add(change, USED);
    if (sharer === undefined) return;
    const held = (heldBy.get(sharer) ?? 0) + change;
    if (held === 0) heldBy.delete(sharer);
    else heldBy.set(sharer, held);
  }

  return () => {
    const wait = waits.getStore();
    const isOfChange = isChange();
    const sharer = () => (isOfChange ? undefined : wait?.sandboxId);
    if (mayBegin(sharer())) {
      dbWait.record(0);
      return Promise.resolve(take(sharer()));
    }
    const turn = Promise.withResolvers<EndTurn>();
    const asked = performance.now();
    dbPending.add(1);
    const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
    const waiter: Waiter = {
      since: wait?.since ?? asked,
      sharer,
      begin() {
        clearTimeout(timer);
        dbPending.add(-1);
        dbWait.record((performance.now() - asked) / 1_000);
        turn.resolve(take(sharer()));
      },
    };
    waiting.splice(waiting.findLastIndex(({ since }) => since <= waiter.since) + 1, 0, waiter);
    return turn.promise;

    function giveUp(): void {
      waiting.splice(waiting.indexOf(waiter), 1);
      dbPending.add(-1);
      dbTimeouts.add(1);
      noteVainWait(wait?.sandboxId);
      turn.reject(new NoFreeConnection());
    }
  };
}

/** No statement was run, so the caller may try again. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
  constructor() {
    super('No connection to the database became free in time.');
  }
}
