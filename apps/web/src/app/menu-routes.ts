/** The server's menu, hidden content and user-menu entries → routes (specification §2). */
import type { Menu, MenuItem } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';
import { decodeAddressPart } from '../shared/page/decode-address-part.ts';

export interface MenuRoute extends MenuItem {
  /** Entries of the user menu send a signed-out visitor to `/?m=login`. */
  readonly needsLogin: boolean;
}

/** The first entry of a path wins. */
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
  /** What stands behind the entry's own path, part by part and decoded; nothing on the entry's own page. */
  readonly below: readonly string[];
}

/**
 * The entry that an address belongs to: its own, or one of the pages below it.
 *
 * @param pathname as it stands in the address; slashes at its end do not count
 * @param takes whether an entry of this component has a page for what stands below it
 */
export function findRoute(
  routes: readonly MenuRoute[],
  pathname: string,
  takes: (component: MenuComponent, below: readonly string[]) => boolean,
): FoundRoute | undefined {
  const path = pathname.replace(/\/+$/, '') || '/';
  const own = routes.find(({ pageUrl }) => pageUrl === path);
  if (own !== undefined) return { route: own, below: [] };
  for (const route of routes) {
    if (!path.startsWith(`${route.pageUrl}/`)) continue;
    const below = path
      .slice(route.pageUrl.length + 1)
      .split('/')
      .map((part) => decodeAddressPart(part) ?? part);
    if (takes(route.component, below)) return { route, below };
  }
  return undefined;
}
