/** The address of a portal page, which is in the hash, for a path that a visitor typed or that another site links. */

/** A page of the portal, e.g. `/api-explorer`. */
export interface HashRoute {
  readonly path: string;
  /** Whether pages exist below it, e.g. those of operations. */
  readonly hasPagesBelow: boolean;
}

/**
 * `/API-Explorer/login/authorize/?a=1` → `/#/api-explorer/login/authorize?a=1`. Letter case of the route and a slash at the end do not matter.
 *
 * @param url path and query of a request
 * @returns undefined for a path that is no page of the portal
 */
export function hashAddressOf(routes: readonly HashRoute[], url: string): string | undefined {
  const at = url.indexOf('?');
  const [whole, query] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  const path = whole.replace(/\/$/, '');
  // A browser reads two slashes, or a backslash, as the beginning of another host.
  if (path.includes('//') || path.includes('\\')) return undefined;
  const lower = path.toLowerCase();
  for (const { path: route, hasPagesBelow } of routes) {
    if (route === '/') continue;
    const isBelow = hasPagesBelow && lower.startsWith(`${route.toLowerCase()}/`);
    if (lower === route.toLowerCase() || isBelow) return `/#${route}${path.slice(route.length)}${query}`;
  }
  return undefined;
}
