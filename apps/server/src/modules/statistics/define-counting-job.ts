import type { Jobs } from '#platform/jobs/jobs.ts';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { type CountingDeps, countDueDays } from './count-due-days.ts';

/** Maximum age of the present day's figures. */
const INTERVAL_MS = 5 * 60_000;

/** Declares the job. Call before `jobs.start`, and start the returned job after it. */
export function defineCountingJob({ jobs, clock, ...deps }: CountingDeps & { readonly jobs: Jobs; readonly clock: Clock }): RecurringJob {
  const { write } = deps;
  return defineRecurringJob({ jobs, write, clock }, { queue: 'statistics', everyMs: INTERVAL_MS, run: () => countDueDays({ ...deps, clock }) });
}
