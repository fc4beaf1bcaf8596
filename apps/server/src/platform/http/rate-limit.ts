/** A wide limit per address that honest use never meets; the narrow ones (sign-in, mails) belong to their modules. */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { RATE_LIMIT_CODE } from './limits.ts';

const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await app.register(fastifyRateLimit, {
    global: true,
    max: requestsPerMinute,
    timeWindow: 60_000,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    allowList: (request) => EXEMPT.has(request.url),
    errorResponseBuilder: () => Object.assign(new Error('rate limit'), { code: RATE_LIMIT_CODE, statusCode: 429 }),
  });
}
