/**
 * A job that repeats without an end, in one server process at a time. Each run first sends the next job. Its key is the time slot, so any number of
 * processes send one job. The chain also continues after a run that has failed finally.
 */

import type { Tx } from '../db/database.ts';
import type { Platform } from '../platform.ts';

export interface RecurringJob {
  /**
   * Sends the job of the next slot. If that job was missing, also sends one for the present slot. In each slot it then checks that the
   * next job is queued. Call it after `jobs.start`, in every process.
   */
  start(): Promise<void>;
}

/** The server has begun to listen by then, and the first run may call it. */
const FIRST_RUN_AFTER_MS = 2_000;

/** Declares the job; call it before `jobs.start`. `run` must be safe to run twice, even concurrently. */
export function defineRecurringJob(
  { jobs, write, clock }: Pick<Platform, 'jobs' | 'write' | 'clock'>,
  { queue, everyMs, run }: { queue: string; everyMs: number; run: () => Promise<unknown> },
): RecurringJob {
  const send = (tx: Tx, slot: number, at: number) => jobs.send(tx, queue, {}, { startAfter: new Date(at), singletonKey: `slot:${slot}` });

  /** Sends the job of the next slot. Returns the present slot if that job was missing; the job of the present slot sends it when it runs. */
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
      // If a run fails to send the next job until its retries are used up, as on a full disk, the chain would end. This check sends the job then.
      jobs.repeat(everyMs, () => write(({ tx }) => sendNext(tx)));
    },
  };
}
