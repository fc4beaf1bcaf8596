/**
 * What the address for mutual TLS serves: the calls of applications. Pages, which people open, and everything for their browsers are at the public
 * URL, because a browser would ask a person for a certificate here.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from '../http/refusal.ts';
import { pathOf } from '../http/route-area.ts';
import { mtlsCallOf } from './mtls-call.ts';

/** Removed from every request once they were read, or unread where they do not count, so that nothing after this believes or logs them. */
export const PROXY_ONLY_HEADERS: readonly string[] = ['x-ssl-client-cert', 'client-cert', 'client-cert-chain', 'x-portico-proxy-secret'];

const OF_APPLICATIONS = ['/api/v1/', '/api/v2/', '/api/fallback/', '/.well-known/', '/healthz', '/readyz'];
/** Authorization and the end of a session happen in the customer's browser. */
const OF_BROWSERS = ['/api/v1/am/', '/api/v2/am/', '/api/v1/openam/oauth2/connect/endSession'];

/** @param path of a request, or of a route as it was registered */
export function isServedOverMtls(path: string): boolean {
  return OF_APPLICATIONS.some((start) => path.startsWith(start)) && !OF_BROWSERS.some((start) => path.startsWith(start));
}

const refusals = new WeakMap<IncomingMessage, UiRefusal>();

/** For a request that came to the port for proxies without proof of one. It is refused with the headers and in the format of every error. */
export const noteProxyRefusal = (raw: IncomingMessage, refusal: UiRefusal): void => void refusals.set(raw, refusal);

export function registerMtlsAddress(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', ({ raw, url }, reply, done) => {
    for (const name of PROXY_ONLY_HEADERS) delete raw.headers[name];
    if (mtlsCallOf(raw) === undefined) return done();
    if (!isServedOverMtls(pathOf(url))) {
      const text = `This address is for applications that call with a certificate. Pages are at ${publicUrl}.`;
      // A person who opens it in a browser reads the text, and no page leads on to this address.
      if (raw.headers.accept?.includes('text/html') === true) return void reply.code(404).type('text/plain; charset=utf-8').send(`${text}\n`);
      throw new UiRefusal(404, 'NOT_FOUND', text);
    }
    const refusal = refusals.get(raw);
    if (refusal !== undefined) throw refusal;
    return done();
  });
}
