/**
 * State-changing calls that may carry a cookie come from our own pages only: an allowed `Origin` (or none and
 * `Sec-Fetch-Site: same-origin`), a JSON content type, and `X-Request-ID`, which no form can send and which forces a preflight.
 * A denied call never touches the session behind the cookie. Calls of applications carry no cookie authority and pass.
 */
import { HEADERS } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UiRefusal } from './refusal.ts';
import { type RouteRules, rulesOf } from './route-rules.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** White space may stand before the semicolon (RFC 9110 §5.6.6). */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const TEXT = 'This call did not come from an allowed page, nothing was changed. Open the page again and repeat.';

export function registerCsrfGuard(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  const origins: ReadonlySet<string> = new Set(allowedOrigins);
  app.addHook('onRequest', (request, _reply, done) => {
    const rules = rulesOf(request);
    const detail = whyDenied(request, rules, origins);
    if (detail === undefined) return done();
    // Signing calls never answer 401 or 403: the browser would log the person out.
    const status = rules.area === 'signing' ? 400 : 403;
    throw new UiRefusal(status, 'ORIGIN_DENIED', TEXT, { detail });
  });
}

/** The rule that a request breaks, for the log; undefined when it may pass. */
function whyDenied(request: Pick<FastifyRequest, 'method' | 'headers'>, rules: RouteRules, origins: ReadonlySet<string>): string | undefined {
  const isSafe = SAFE_METHODS.has(request.method) && (request.method === 'OPTIONS' || !rules.changesState);
  if (isSafe || hasNoCookieAuthority(request, rules)) return undefined;
  const { origin, 'sec-fetch-site': site, 'content-type': contentType = '' } = request.headers;
  if (origin === undefined ? site !== 'same-origin' : !origins.has(origin)) return `origin ${origin ?? 'absent'}, site ${String(site ?? 'absent')}`;
  if (!JSON_TYPE.test(contentType)) return 'content type is not application/json';
  if (!request.headers[HEADERS.requestId]) return 'X-Request-ID is absent';
  return undefined;
}

/** The XS2A API, the token endpoints and the fallback interface read no cookie; a bearer call that sends none cannot borrow one either. */
function hasNoCookieAuthority({ headers }: Pick<FastifyRequest, 'headers'>, rules: RouteRules): boolean {
  if (!rules.readsCookies) return true;
  return headers.cookie === undefined && /^bearer /i.test(headers.authorization ?? '');
}
