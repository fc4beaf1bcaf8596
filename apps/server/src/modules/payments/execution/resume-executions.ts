/**
 * Sends the jobs of payments whose time has come, for a queue that gave up, was lost, or takes a job for running whose server died:
 * that one would be tried again after a minute, and each time later. Harmless where the job does run.
 */
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { PaymentsDeps } from '../deps.ts';
import { scheduleExecution } from '../lifecycle/schedule-execution.ts';
import { listOverdueExecutions } from '../store/payment-store.ts';

const RESUME_QUEUE = 'payments.resume';
const RESUME_INTERVAL_MS = 5 * 60_000;
/** In one transaction; what is left waits for the next time. */
const RESUMED_MAX = 500;

type Resuming = Pick<PaymentsDeps, 'jobs' | 'write' | 'clock'> & { readonly bank: Pick<PaymentsDeps['bank'], 'kind'> };

async function resumeExecutions(deps: Resuming): Promise<void> {
  await deps.write(async ({ tx }) => {
    const occasion = `resumed ${(await deps.clock.realNow(tx)).toISOString()}`;
    for (const { executeAt, ...payment } of await listOverdueExecutions(tx, deps.bank.kind, RESUMED_MAX))
      await scheduleExecution(deps, tx, payment, executeAt, occasion);
  });
}

/** Looks for such payments at the start and from then on. Declares a job: call before `jobs.start`, and start what it answers after it. */
export function defineResumeJob(deps: Resuming): RecurringJob {
  const job = defineRecurringJob(deps, { queue: RESUME_QUEUE, everyMs: RESUME_INTERVAL_MS, run: () => resumeExecutions(deps) });
  return {
    async start() {
      await resumeExecutions(deps);
      await job.start();
    },
  };
}
