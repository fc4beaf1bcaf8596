export { registerAccountRoutes } from './routes.ts';
export { registerStatementReading } from './statement-routes.ts';
