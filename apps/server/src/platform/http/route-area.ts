/** The API that a path belongs to. Only this decides the format of errors, the guards and the limits. */

/**
 * - `xs2a`: Berlin Group, `/api/v1/*`
 * - `oauth`: RFC 6749, the authorization servers of both versions
 * - `signing`: `/api/ui/*`, never 401 or 403
 * - `fallback`: the customer interface as a provider uses it, `/api/fallback/*`; no cookie is read there
 * - `portal`: everything else, pages and bank pages included
 */
export type RouteArea = 'xs2a' | 'oauth' | 'signing' | 'fallback' | 'portal';

const AREAS: readonly (readonly [prefix: string, area: RouteArea])[] = [
  ['/api/v1/am/', 'oauth'],
  ['/api/v1/openam/', 'oauth'],
  ['/api/v1/', 'xs2a'],
  ['/api/v2/', 'oauth'],
  ['/api/ui/', 'signing'],
  ['/api/fallback/', 'fallback'],
];

export function routeAreaOf(url: string): RouteArea {
  return AREAS.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'portal';
}

/** Returns the path of a request URL without its query. Queries contain codes and IBANs and are never logged or compared. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
