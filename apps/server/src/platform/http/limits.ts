/** Limits of one HTTP server, for every wait and every size. Business limits are in the contract. */

/** Limits of one connection. Tests shorten the times. */
export const CONNECTION_LIMITS = {
  /** A held signature (120 s) must fit; an idle connection ends a little later. */
  connectionTimeoutMs: 150_000,
  /** The limit for the headers, and below for the whole request (slow clients). */
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  /** The limit for a handshake of TLS. */
  handshakeTimeoutMs: 10_000,
  /** How often the two limits above are checked; a slow client is cut this much later at most. */
  checkIntervalMs: 2_000,
  /** A refused connection is read for this time, so that the client gets its response; then it is cut. */
  lingerMs: 1_000,
  /** The most connections; a further one is closed without a response. */
  connectionsMax: 10_000,
  /**
   * The most connections of one address; a further one is closed without a response. Trusted proxies are exempt. Without a rate limit this limit is
   * off too.
   */
  connectionsPerAddressMax: 1_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** For `createServer` of Node. */
export const httpOptions = ({ headersTimeoutMs, handshakeTimeoutMs, checkIntervalMs }: ConnectionLimits) => ({
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: checkIntervalMs,
  maxHeaderSize: HEADER_BYTES_MAX,
  // Of servers with TLS; others ignore it.
  handshakeTimeout: handshakeTimeoutMs,
  // `wire-rules.ts` checks the Host header and returns the service's own error.
  requireHostHeader: false,
});

/** The request line and the headers together, and below the number of headers. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const HEADERS_MAX = 100;
export const PARAM_LENGTH_MAX = 200;
/** The deepest nesting of a JSON body; the deepest schema of the contract needs 4. */
export const JSON_DEPTH_MAX = 32;
/** Members and items of a JSON body; a bulk payment of 1,000 items with every member has about 30,000. */
export const JSON_VALUES_MAX = 50_000;
/** Default for requests per address and minute; 0 switches the limit off. */
export const RATE_LIMIT_PER_MINUTE = 12_000;
/** Sign-ins that callers of one network begin per hour, each of which creates rows. Without a rate limit this limit is off too. */
export const ANONYMOUS_WRITES_PER_HOUR = 3_000;
export const RATE_LIMIT_CODE = 'PORTICO_RATE_LIMITED';
export const READINESS_TIMEOUT_MS = 1_000;
/** The limit for running requests, jobs and the database to end after a signal. */
export const STOP_TIMEOUT_MS = 10_000;
