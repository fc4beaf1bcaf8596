/**
 * Releases holds in the core after our commit. If the release came first and our transaction rolled back, the payment would have no reserved
 * money. The job repeats the call until the core responds. A release is final in the core: later calls for the payment have no effect.
 */

import { BankUnavailable } from '#modules/bank/index.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { AskCore } from './core-client.ts';
import { CORE_CALLS } from './wire/calls.ts';

export const RELEASE_QUEUE = 'bank.release';
const AGAIN_MS = 60_000;

interface Release {
  readonly paymentIds: readonly string[];
}

/** Declares the job: call before `jobs.start`. */
export function defineRelease({ ask, jobs, write, clock }: { ask: AskCore; jobs: Jobs; write: RunWrite; clock: Clock }): void {
  jobs.define<Release>(RELEASE_QUEUE, async ({ paymentIds }) => {
    try {
      await ask(CORE_CALLS.release, { paymentIds });
    } catch (error) {
      if (!(error instanceof BankUnavailable)) throw error;
      // The queue would give up after some minutes, but a core may be down for a night.
      await write(async ({ tx }) => {
        const startAfter = new Date((await clock.realNow(tx)).getTime() + AGAIN_MS);
        await jobs.send(tx, RELEASE_QUEUE, { paymentIds }, { startAfter });
      });
    }
  });
}
