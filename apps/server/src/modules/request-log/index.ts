export { createRequestLog } from './create-request-log.ts';
export type { RequestLog } from './request-log.ts';
export { forgetOldMeasures, forgetOldRequests } from './request-log-store.ts';
export { registerRequestLogRoutes } from './routes.ts';
