/**
 * A job that goes on for ever, in one of the server processes at a time. Each run first sends its successor; the slot of time is the
 * key, so any number of processes send one job, and the chain goes on even when a run fails for good.
 */
import type { Clock } from '../clock.ts';
import type { RunWrite } from '../db/run-write.ts';
import type { Jobs } from './jobs.ts';

export interface RecurringJobDeps {
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
}

export interface RecurringJob {
  /** Sends the job of the next slot. Call after `jobs.start`, in every process. */
  start(): Promise<void>;
}

/** Declares the job; call before `jobs.start`. `run` must be safe to run twice, also at once. */
export function defineRecurringJob(
  { jobs, write, clock }: RecurringJobDeps,
  { queue, everyMs, run }: { queue: string; everyMs: number; run: () => Promise<unknown> },
): RecurringJob {
  async function start(): Promise<void> {
    await write(async ({ tx }) => {
      const slot = Math.floor((await clock.realNow(tx)).getTime() / everyMs) + 1;
      await jobs.send(tx, queue, {}, { startAfter: new Date(slot * everyMs), singletonKey: `slot:${slot}` });
    });
  }
  jobs.define(queue, async () => {
    await start();
    await run();
  });
  return { start };
}
