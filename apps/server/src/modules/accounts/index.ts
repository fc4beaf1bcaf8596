export { forgetOldCursors, forgetSandboxCursors } from './cursor-store.ts';
export { registerAccountRoutes } from './routes.ts';
export { registerStatementReading } from './statement-routes.ts';
