/**
 * Sends jobs for payments that are due, because a queue may give up or lose a job, or treat the job of a crashed server as running. The queue
 * itself would retry such a job after a minute, with growing delays. An additional job does no harm.
 */
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { PaymentsDeps } from '../deps.ts';
import { scheduleExecution } from '../lifecycle/schedule-execution.ts';
import { listOverdueExecutions } from '../store/payment-store.ts';

const RESUME_QUEUE = 'payments.resume';
const RESUME_INTERVAL_MS = 5 * 60_000;
/** Payments per transaction; the rest is sent in the next run. */
const RESUMED_MAX = 500;

type Resuming = Pick<PaymentsDeps, 'jobs' | 'write' | 'clock'> & { readonly bank: Pick<PaymentsDeps['bank'], 'kind'> };

async function resumeExecutions(deps: Resuming): Promise<void> {
  await deps.write(async ({ tx }) => {
    const occasion = `resumed ${(await deps.clock.realNow(tx)).toISOString()}`;
    for (const { executeAt, ...payment } of await listOverdueExecutions(tx, deps.bank.kind, RESUMED_MAX))
      await scheduleExecution(deps, tx, payment, executeAt, occasion);
  });
}

/** Runs at the start and then regularly. Declares a job: call before `jobs.start`, and start the returned job after it. */
export function defineResumeJob(deps: Resuming): RecurringJob {
  const job = defineRecurringJob(deps, { queue: RESUME_QUEUE, everyMs: RESUME_INTERVAL_MS, run: () => resumeExecutions(deps) });
  return {
    async start() {
      await resumeExecutions(deps);
      await job.start();
    },
  };
}
