/** A wide limit per network, which is an IPv4 address or a /64 of IPv6, that honest use never meets; the narrow ones (sign-in, mails) belong to their modules. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../allowances/network-of.ts';
import { RATE_LIMIT_CODE } from './limits.ts';

/** How far somebody is from the limit is nobody's business. */
const NO_COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** As Node says it of a body that ends too early. */
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
  // A hook of the server, not one that the plugin adds to each route: behind a route's own guard guessed tokens would not be counted,
  // and neither would addresses that no route has.
  app.addHook('onRequest', async (request, reply) => {
    // Whose connection is gone already has no address any more, and nobody waits for the answer.
    if (request.socket.remoteAddress === undefined) throw Object.assign(new Error('The client is gone.'), CLIENT_GONE);
    await count.call(app, request, reply);
  });
}
