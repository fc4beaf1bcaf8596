/**
 * A wide limit per network (an IPv4 address or a /64 of IPv6) that normal use never reaches. The narrow limits (sign-in, mails) are in their modules.
 */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../allowances/network-of.ts';
import { RATE_LIMIT_CODE } from './limits.ts';

/** The headers would show an attacker how close they are to the limit. */
const NO_COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** The error that Node reports for a body that ends too early. */
const CLIENT_GONE = { code: 'ECONNRESET', statusCode: 400 };
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await app.register(fastifyRateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    // One caller has all addresses of a /64.
    keyGenerator: (request) => networkOf(request.ip),
    addHeadersOnExceeding: NO_COUNTERS,
    addHeaders: { ...NO_COUNTERS, 'retry-after': true },
    allowList: (request) => EXEMPT.has(request.routeOptions.url ?? ''),
    errorResponseBuilder: () => Object.assign(new Error('rate limit'), { code: RATE_LIMIT_CODE, statusCode: 429 }),
  });
  const count = app.rateLimit();
  // This is a hook of the server, not one that the plugin adds to each route. A hook of a route would run after the route's own guard and would not
  // count guessed tokens, nor URLs without a route.
  app.addHook('onRequest', async (request, reply) => {
    // A closed connection has no address, and its client gets no response.
    if (request.socket.remoteAddress === undefined) throw Object.assign(new Error('The client is gone.'), CLIENT_GONE);
    await count.call(app, request, reply);
  });
}
