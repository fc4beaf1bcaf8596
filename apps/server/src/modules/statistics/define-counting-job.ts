import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { countDueDays } from './count-due-days.ts';

/** Maximum age of the present day's figures. */
const INTERVAL_MS = 5 * 60_000;

/** Declares the job. Call before `jobs.start`, and start the returned job after it. */
export function defineCountingJob(platform: Pick<Platform, 'db' | 'jobs' | 'write' | 'clock'>, timeZone: string): RecurringJob {
  return defineRecurringJob(platform, { queue: 'statistics', everyMs: INTERVAL_MS, run: () => countDueDays({ ...platform, timeZone }) });
}
