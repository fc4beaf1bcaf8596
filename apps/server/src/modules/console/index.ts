export { ROLES_OF_ACTS } from './acts.ts';
export type { ConsoleAccess } from './console-access.ts';
export { registerConsolePages } from './console-pages.ts';
export type { ConsoleServices } from './console-services.ts';
export { CHAIN_NAMES, findTrail, isTraceable } from './find-trail.ts';
export { forgetOldRequestsOfOperators } from './four-eyes/request-store.ts';
export { CONSOLE_CALLBACK_PATH, registerConsole } from './register-console.ts';
export { forgetOldSessions } from './session-store.ts';
