/**
 * A wide limit per network (an IPv4 address, or a /64 and a /48 of IPv6) that normal use never reaches. The narrow limits (sign-in, mails) are in
 * their modules.
 */
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networksOf } from '../allowances/network-of.ts';
import { RATE_LIMIT_CODE } from './limits.ts';

/** The most networks counted at once. This limit protects the server and no person, so the count used longest ago may be forgotten. */
const NETWORKS_MAX = 50_000;
/** The error that Node reports for a body that ends too early. */
const CLIENT_GONE = { code: 'ECONNRESET', statusCode: 400 };
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await app.register(fastifyRateLimit, { global: false, cache: NETWORKS_MAX });
  const limits = [0, 1].map((position) =>
    app.createRateLimit({
      max: ({ ip }) => requestsPerMinute * (networksOf(ip)[position]?.share ?? 1),
      timeWindow: 60_000,
      keyGenerator: ({ ip }) => networksOf(ip)[position]?.name ?? '',
      allowList: ({ ip }) => networksOf(ip)[position] === undefined,
    }),
  );
  // This is a hook of the server, not one that the plugin adds to each route. A hook of a route would run after the route's own guard and would not
  // count guessed tokens, nor URLs without a route.
  app.addHook('onRequest', async (request, reply) => {
    // A closed connection has no address, and its client gets no response.
    if (request.socket.remoteAddress === undefined) throw Object.assign(new Error('The client is gone.'), CLIENT_GONE);
    if (EXEMPT.has(request.routeOptions.url ?? '')) return;
    for (const limit of limits) {
      const counted = await limit(request);
      if (counted.isAllowed || !counted.isExceeded) continue;
      // No header says how many requests are left: it would show an attacker how close they are to the limit.
      reply.header('retry-after', counted.ttlInSeconds);
      throw Object.assign(new Error('rate limit'), { code: RATE_LIMIT_CODE, statusCode: 429 });
    }
  });
}
