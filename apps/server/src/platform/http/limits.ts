/** Bounds of one HTTP server. Nothing waits or grows without one. Business limits are in the contract. */

/** A held signature (120 s) must fit; an idle connection ends a little later. */
export const CONNECTION_TIMEOUT_MS = 150_000;
/** The whole request must have arrived by then (slow senders). */
export const REQUEST_TIMEOUT_MS = 30_000;
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;
export const PARAM_LENGTH_MAX = 200;
/** Deepest nesting of a JSON body; the deepest schema of the contract needs 4. */
export const JSON_DEPTH_MAX = 32;
/** Requests of one address per minute unless the configuration says otherwise; 0 switches the limit off. */
export const RATE_LIMIT_PER_MINUTE = 12_000;
export const RATE_LIMIT_CODE = 'PORTICO_RATE_LIMITED';
export const READINESS_TIMEOUT_MS = 1_000;
/** Running requests, jobs and the database have this long to end after a signal. */
export const STOP_TIMEOUT_MS = 10_000;
