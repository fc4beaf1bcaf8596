/**
 * Logs one line per request, with its route instead of its URL: URLs contain codes, references and IBANs. The network of the caller is masked. The
 * request id links the line to further data.
 */
import type { FastifyInstance } from 'fastify';
import { maskAddress } from '../allowances/network-of.ts';
import { pathOf } from '../http/route-area.ts';

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const UNKNOWN_PATH_LENGTH_MAX = 60;

/** The application that proved itself in a request: `appId` by a token, `clientId` by a secret. */
export type ApplicationOf = (request: object) => { readonly appId: string } | { readonly clientId: string } | undefined;

export function registerRequestLine(app: FastifyInstance, applicationOf: ApplicationOf = () => undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? `unknown:${pathOf(request.url).slice(0, UNKNOWN_PATH_LENGTH_MAX)}`;
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      network: maskAddress(request.ip),
      ...applicationOf(request),
    };
    if (QUIET.has(route)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
