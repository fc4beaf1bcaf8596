export { type CountingDeps, countDueDays } from './count-due-days.ts';
export { defineCountingJob } from './define-counting-job.ts';
export { registerStatisticsRoutes } from './routes.ts';
