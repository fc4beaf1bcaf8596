/**
 * Calls that change state and may carry a cookie must come from our own pages: an allowed `Origin` (or none and `Sec-Fetch-Site: same-origin`), a
 * JSON content type, and `X-Request-ID`, which forms cannot send and which forces a preflight. A refused call does not touch the session of its
 * cookie. Applications' calls get no authority from cookies and pass. So do calls of an address without a route: they change nothing, and their caller
 * must read that the address is wrong.
 */
import { HEADERS } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UiRefusal } from './refusal.ts';
import { type RouteRules, rulesOf } from './route-rules.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** White space is allowed before the semicolon (RFC 9110 §5.6.6). */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const TEXT = 'This call did not come from an allowed page, nothing was changed. Open the page again and repeat.';

export function registerCsrfGuard(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  const origins: ReadonlySet<string> = new Set(allowedOrigins);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) return done();
    const rules = rulesOf(request);
    const detail = whyDenied(request, rules, origins);
    if (detail === undefined) return done();
    // Signing calls never return 401 or 403, because the browser would sign the person out.
    const status = rules.area === 'signing' ? 400 : 403;
    throw new UiRefusal(status, 'ORIGIN_DENIED', TEXT, { detail });
  });
}

/** Returns the rule that a request breaks, for the log; undefined when it passes. */
function whyDenied(request: Pick<FastifyRequest, 'method' | 'headers'>, rules: RouteRules, origins: ReadonlySet<string>): string | undefined {
  const isSafe = SAFE_METHODS.has(request.method) && (request.method === 'OPTIONS' || !rules.changesState);
  if (isSafe || hasNoCookieAuthority(request, rules)) return undefined;
  const { origin, 'sec-fetch-site': site, 'content-type': contentType = '' } = request.headers;
  if (origin === undefined ? site !== 'same-origin' : !origins.has(origin)) return `origin ${origin ?? 'absent'}, site ${String(site ?? 'absent')}`;
  if (!JSON_TYPE.test(contentType)) return 'content type is not application/json';
  if (!request.headers[HEADERS.requestId]) return 'X-Request-ID is absent';
  return undefined;
}

/** The XS2A API, the token endpoints and the fallback interface read no cookie. A bearer call without a cookie gets no authority from one either. */
function hasNoCookieAuthority({ headers }: Pick<FastifyRequest, 'headers'>, rules: RouteRules): boolean {
  if (!rules.readsCookies) return true;
  return headers.cookie === undefined && /^bearer /i.test(headers.authorization ?? '');
}
