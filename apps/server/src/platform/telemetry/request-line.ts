/**
 * Logs one line per request, with its route instead of its URL: URLs contain codes, references and IBANs. The request id links the line to further
 * data.
 */
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../http/route-area.ts';

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const UNKNOWN_PATH_LENGTH_MAX = 60;

export function registerRequestLine(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? `unknown:${pathOf(request.url).slice(0, UNKNOWN_PATH_LENGTH_MAX)}`;
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (QUIET.has(route)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
