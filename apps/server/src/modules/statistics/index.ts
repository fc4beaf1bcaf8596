export { type CountingDeps, countDays, countQuarter } from './count-due-days.ts';
export { defineCountingJob } from './define-counting-job.ts';
export { type DrawReport, drawReport } from './draw-report.ts';
export { listQuarters } from './list-quarters.ts';
export { readPeriod } from './quarter.ts';
export { readQuarter } from './read-quarter.ts';
export { registerStatisticsRoutes } from './routes.ts';
