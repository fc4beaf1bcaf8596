/** A wide limit per address that honest use never meets; the narrow ones (sign-in, mails) belong to their modules. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_CODE } from './limits.ts';

/** How far somebody is from the limit is nobody's business. */
const NO_COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Counts a request for an address that no route has; the plugin sees only routes. Throws when there were too many. */
export type CountUnknownAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<CountUnknownAddress> {
  if (requestsPerMinute === 0) return async () => {};
  await app.register(fastifyRateLimit, {
    global: true,
    max: requestsPerMinute,
    timeWindow: 60_000,
    addHeadersOnExceeding: NO_COUNTERS,
    addHeaders: { ...NO_COUNTERS, 'retry-after': true },
    allowList: (request) => EXEMPT.has(request.url),
    errorResponseBuilder: () => Object.assign(new Error('rate limit'), { code: RATE_LIMIT_CODE, statusCode: 429 }),
  });
  const count = app.rateLimit();
  return async (request, reply) => void (await count.call(app, request, reply));
}
