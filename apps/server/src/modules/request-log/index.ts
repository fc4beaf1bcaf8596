export { createRequestLog } from './create-request-log.ts';
export {
  downtimeMs,
  findOutages,
  isDown,
  type MeasuredRequest,
  NO_RUN,
  type Outage,
  UNANSWERED_AFTER_MS,
  type UnansweredRun,
} from './downtime.ts';
export { countMeasures, firstMeasuredAt, listTurns, type MeasureCount, type MeasureSpan } from './measures-store.ts';
export type { RequestLog } from './request-log.ts';
export { findRequests, forgetOldMeasures, forgetOldRequests, prepareLogPartitions } from './request-log-store.ts';
export { registerRequestLogRoutes } from './routes.ts';
export { countUsage } from './usage-store.ts';
