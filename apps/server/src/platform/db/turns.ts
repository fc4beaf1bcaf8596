/**
 * Connections are few. One that becomes free goes to the flow that began first, not to the one that has waited longest for just this
 * statement: whoever is nearly done is done soon, and a customer who has said yes on the phone does not queue behind those who begin.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dbConnections, dbConnectionsMax, dbPending, dbTimeouts, dbWait } from '../telemetry/instruments.ts';

/** Ends a turn; call once. */
export type EndTurn = () => void;

interface Waiter {
  readonly since: number;
  begin(): void;
}

const USED = { 'db.client.connection.state': 'used' };

/** A request, from its beginning to its answer. */
export interface Wait {
  /** `performance.now()`. */
  readonly since: number;
  /** What its statements took so far, each in whole steps. Time in which it asked for nothing, for a phone's answer say, is none of it. */
  stepsSpent: number;
}

/** What the database takes where nothing is wrong is far shorter. */
export const STEP_MS = 250;

const waits = new AsyncLocalStorage<Wait>();

export function beginWait(since: number): Wait {
  return { since, stepsSpent: 0 };
}

/** `work` and all that follows from it asks of the database for whoever waits. */
export function waitingAs<Result>(wait: Wait, work: () => Result): Result {
  return waits.run(wait, work);
}

/** The request that asks. Jobs and operators' commands have time: undefined. */
export function currentWait(): Wait | undefined {
  return waits.getStore();
}

/**
 * @param waitMsMax absent: a turn comes, however late.
 * @returns asks for a turn, of which `max` run at once. Rejects when none came in time.
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

/** Nothing was done; the caller may try again. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
  constructor() {
    super('No connection to the database became free in time.');
  }
}
