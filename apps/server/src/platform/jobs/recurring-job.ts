/**
 * A job that goes on for ever, in one of the server processes at a time. Each run first sends its successor; the slot of time is the
 * key, so any number of processes send one job, and the chain goes on even when a run fails for good.
 */

import type { Tx } from '../db/database.ts';
import type { RunWrite } from '../db/run-write.ts';
import type { Clock } from '../tenant/clock.ts';
import type { Jobs } from './jobs.ts';

export interface RecurringJobDeps {
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
}

export interface RecurringJob {
  /**
   * Sends the job of the next slot, and where nobody had, of this one; looks again in each slot whether the next one is there. Call after
   * `jobs.start`, in every process.
   */
  start(): Promise<void>;
}

/** By then whoever starts has opened its door: the first run may call at it. */
const FIRST_RUN_AFTER_MS = 2_000;

/** Declares the job; call before `jobs.start`. `run` must be safe to run twice, also at once. */
export function defineRecurringJob(
  { jobs, write, clock }: RecurringJobDeps,
  { queue, everyMs, run }: { queue: string; everyMs: number; run: () => Promise<unknown> },
): RecurringJob {
  const send = (tx: Tx, slot: number, at: number) => jobs.send(tx, queue, {}, { startAfter: new Date(at), singletonKey: `slot:${slot}` });

  /** Answers the slot that is now when its successor was not there, as it is from the moment in which the job of a slot runs. */
  async function sendNext(tx: Tx): Promise<{ readonly slot: number; readonly now: number } | undefined> {
    const now = (await clock.realNow(tx)).getTime();
    const slot = Math.floor(now / everyMs);
    return (await send(tx, slot + 1, (slot + 1) * everyMs)) ? { slot, now } : undefined;
  }

  jobs.define(queue, async () => {
    await write(({ tx }) => sendNext(tx));
    await run();
  });
  return {
    async start() {
      await write(async ({ tx }) => {
        const unseen = await sendNext(tx);
        if (unseen !== undefined) await send(tx, unseen.slot, unseen.now + FIRST_RUN_AFTER_MS);
      });
      // A run whose successor could not be sent so often that the runner gave it up, as on a full disk, would have been the last.
      jobs.repeat(everyMs, () => write(({ tx }) => sendNext(tx)));
    },
  };
}
