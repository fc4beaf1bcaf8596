/**
 * Accepts one spelling of each URL, so that guards, router, log and limits see the same one. A target that another program could read differently is
 * refused before routing (RFC 9112 §3.2, RFC 3986 §6.2.2).
 */
import type { IncomingMessage } from 'node:http';
import { pathOf, type RouteArea, routeAreaOf } from './route-area.ts';

interface TargetFlaw {
  readonly text: string;
  readonly detail: string;
}

/** A path without a route in each area. A refused target is routed there, so that its error has the format of the area. */
const REFUSED_PATHS: Readonly<Record<RouteArea, string>> = {
  xs2a: '/api/v1/refused-target',
  oauth: '/api/v2/refused-target',
  signing: '/api/ui/refused-target',
  fallback: '/api/fallback/refused-target',
  portal: '/refused-target',
};
/** RFC 3986 §2.3: ALPHA, DIGIT, `-`, `.`, `_`, `~`. */
const ESCAPED_UNRESERVED = /%(?:3\d|[46][1-9a-f]|[57][\da]|2[de]|5f|7e)/i;
const ESCAPED_SLASH = /%(?:2f|5c)/i;
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
/** An OCSP request in base64 (RFC 6960, appendix A.1), which may contain slashes. It is the last part of its path, so no program can split it. */
const OCSP_PATH = /^\/pki\/ocsp\/(?:[\w+/=]|%2[bf]|%3d)+$/i;
const flaws = new WeakMap<IncomingMessage, TargetFlaw & { readonly sent: string }>();

/** Returns why a request target is refused; undefined where it is canonical. Queries may be escaped in any valid way. */
export function findTargetFlaw(target: string): TargetFlaw | undefined {
  if (!target.startsWith('/')) {
    return { text: 'The address of the request does not begin with a slash. Send path and query only.', detail: 'no origin-form' };
  }
  if (target.includes('#')) return { text: 'The address of the request holds a fragment. Leave out # and what follows it.', detail: 'fragment' };
  const path = pathOf(target);
  if (OCSP_PATH.test(path)) return undefined;
  if (BROKEN_ESCAPE.test(path))
    return { text: 'The address holds a % that no two hexadecimal digits follow. Send it as %25.', detail: 'broken escape' };
  if (ESCAPED_UNRESERVED.test(path)) {
    return { text: 'The address escapes letters, digits, "-", ".", "_" or "~". Send these characters as they are.', detail: 'escaped unreserved' };
  }
  if (ESCAPED_SLASH.test(path) || path.includes('\\')) {
    return { text: 'The address holds an escaped slash or a backslash. Leave it out.', detail: 'escaped slash' };
  }
  if (path.includes('//')) return { text: 'The address holds two slashes in a row. Send one.', detail: 'empty segment' };
  if (DOT_SEGMENT.test(path)) return { text: 'The address holds a segment "." or "..". Send the address without it.', detail: 'dot segment' };
  return undefined;
}

/** For Fastify's `rewriteUrl`: a refused target is routed to a path without a route. */
export function refuseOtherSpellings(request: IncomingMessage): string {
  const target = request.url ?? '';
  const flaw = findTargetFlaw(target);
  if (flaw === undefined) return target;
  flaws.set(request, { ...flaw, sent: target });
  return REFUSED_PATHS[routeAreaOf(plainPathOf(target))];
}

/**
 * True where only the router finds a route: `/x/` matches `/x/:id` with an empty id, so limits and guards would be those of the other route. A wildcard
 * has no such other route.
 */
export const hasEmptyParameter = ({ params }: { readonly params: unknown }): boolean =>
  Object.entries(Object(params)).some(([name, value]) => value === '' && name !== '*');

/** Returns the flaw of a refused target, with the reason and the original target. */
export const targetFlawOf = (request: IncomingMessage) => flaws.get(request);

/** The path that the sender probably meant; only the format of the error depends on it. */
function plainPathOf(target: string): string {
  const path = pathOf(target)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replaceAll(/%([\da-f]{2})/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/[/\\]+/g, '/');
  const segments: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}
