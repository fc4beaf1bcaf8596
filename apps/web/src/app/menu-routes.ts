/** Converts the menu, hidden content and user-menu entries into routes (specification §2). */
import type { Menu, MenuItem } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';
import { decodeAddressPart } from '../shared/page/decode-address-part.ts';

export interface MenuRoute extends MenuItem {
  /** Entries of the user menu send a signed-out visitor to `/?m=login`. */
  readonly needsLogin: boolean;
}

/** If two entries have the same path, the first one is used. */
export function menuRoutes(menu: Menu): MenuRoute[] {
  const entries = [
    ...[...menu.main, ...menu.hidden].map((item) => ({ ...item, needsLogin: false })),
    ...menu.user.map((item) => ({ ...item, needsLogin: true })),
  ];
  const taken = new Set<string>();
  return entries.filter(({ pageUrl }) => {
    if (taken.has(pageUrl)) return false;
    taken.add(pageUrl);
    return true;
  });
}

export interface FoundRoute {
  readonly route: MenuRoute;
  /** The decoded path segments after the entry's own path; empty on the entry's own page. */
  readonly below: readonly string[];
}

/**
 * Finds the entry of an address: an exact match, or the entry whose path is a prefix.
 *
 * @param pathname as in the address; trailing slashes and the letter case of the entry's path are ignored
 * @param takes whether the entry's component has a page for these further segments
 */
export function findRoute(
  routes: readonly MenuRoute[],
  pathname: string,
  takes: (component: MenuComponent, below: readonly string[]) => boolean,
): FoundRoute | undefined {
  const path = pathname.replace(/\/+$/, '') || '/';
  const lower = path.toLowerCase();
  const own = routes.find(({ pageUrl }) => pageUrl.toLowerCase() === lower);
  if (own !== undefined) return { route: own, below: [] };
  for (const route of routes) {
    if (!lower.startsWith(`${route.pageUrl.toLowerCase()}/`)) continue;
    const below = path
      .slice(route.pageUrl.length + 1)
      .split('/')
      .map((part) => decodeAddressPart(part) ?? part);
    if (takes(route.component, below)) return { route, below };
  }
  return undefined;
}
