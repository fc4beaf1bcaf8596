export { createStatements } from './create-statements.ts';
export { forgetOldStatements } from './forget-statements-store.ts';
export { registerStatementRoutes } from './routes.ts';
export { readableUntil } from './settle-statement.ts';
export type { Statement } from './statement.ts';
export type { Statements } from './statements.ts';
