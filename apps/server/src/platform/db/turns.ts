/**
 * Shares the few database connections between requests. A free connection goes to the request that began first, not to the one that has waited
 * longest for this statement. A request that is nearly done then ends soon: a customer who has confirmed on the phone does not wait behind new
 * requests.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dbConnections, dbConnectionsMax, dbPending, dbTimeouts, dbWait } from '../telemetry/instruments.ts';

/** Gives the connection back; call it once. */
export type EndTurn = () => void;

interface Waiter {
  readonly since: number;
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
}

/** Without a fault, a statement takes far less than one step. */
export const STEP_MS = 250;

const waits = new AsyncLocalStorage<Wait>();

export function beginWait(since: number): Wait {
  return { since, stepsSpent: 0 };
}

/** Statements that `work` and its asynchronous continuations run count as statements of this request. */
export function waitingAs<Result>(wait: Wait, work: () => Result): Result {
  return waits.run(wait, work);
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
  let running = 0;
  dbConnectionsMax.add(max);

  function endTurn(): void {
    running -= 1;
    dbConnections.add(-1, USED);
    waiting.shift()?.begin();
  }

  return () => {
    const turn = Promise.withResolvers<EndTurn>();
    const begin = () => {
      running += 1;
      dbConnections.add(1, USED);
      turn.resolve(endTurn);
    };
    if (running < max) {
      dbWait.record(0);
      begin();
      return turn.promise;
    }
    const asked = performance.now();
    dbPending.add(1);
    const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
    const waiter: Waiter = {
      since: waits.getStore()?.since ?? performance.now(),
      begin() {
        clearTimeout(timer);
        dbPending.add(-1);
        dbWait.record((performance.now() - asked) / 1_000);
        begin();
      },
    };
    waiting.splice(waiting.findLastIndex(({ since }) => since <= waiter.since) + 1, 0, waiter);
    return turn.promise;

    function giveUp(): void {
      waiting.splice(waiting.indexOf(waiter), 1);
      dbPending.add(-1);
      dbTimeouts.add(1);
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
