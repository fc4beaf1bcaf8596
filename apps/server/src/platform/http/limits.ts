/** Bounds of one HTTP server. Nothing waits or grows without one. Business limits are in the contract. */

/** What one connection may cost. Tests shorten the times. */
export const CONNECTION_LIMITS = {
  /** A held signature (120 s) must fit; an idle connection ends a little later. */
  connectionTimeoutMs: 150_000,
  /** The headers must have arrived by then, and with its body the whole request (slow senders). */
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  /** How often the two times above are looked at: a slow sender is cut this much later at most. */
  checkIntervalMs: 2_000,
  /** A connection that was refused may still be read from, so that its answer is not lost; then it is cut. */
  lingerMs: 1_000,
  /** At once; one more is closed without an answer. */
  connectionsMax: 10_000,
  /** Of one address; one more is closed without an answer. Trusted proxies are exempt, and without a limit of requests there is none. */
  connectionsPerAddressMax: 1_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Request line and headers together, and how many headers. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const HEADERS_MAX = 100;
export const PARAM_LENGTH_MAX = 200;
/** Deepest nesting of a JSON body; the deepest schema of the contract needs 4. */
export const JSON_DEPTH_MAX = 32;
/** Members and items of a JSON body; a bulk of 1,000 payments with every field has about 30,000. */
export const JSON_VALUES_MAX = 50_000;
/** Requests of one address per minute unless the configuration says otherwise; 0 switches the limit off. */
export const RATE_LIMIT_PER_MINUTE = 12_000;
/** Sign-ins that callers of one network begin per hour, each of which leaves rows; without a limit of requests there is none. */
export const ANONYMOUS_WRITES_PER_HOUR = 3_000;
export const RATE_LIMIT_CODE = 'PORTICO_RATE_LIMITED';
export const READINESS_TIMEOUT_MS = 1_000;
/** Running requests, jobs and the database have this long to end after a signal. */
export const STOP_TIMEOUT_MS = 10_000;
