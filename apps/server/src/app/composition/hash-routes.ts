/** The pages of the portal that are routes in the hash (specification §2). */
import type { Menu } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';
import type { HashRoute } from '#platform/http/hash-address.ts';

/** Routes without a menu entry. */
const FIXED = ['/welcome', '/maintenance', '/logout'];
/** As in the browser's `page-registry.ts`. */
const HAVE_PAGES_BELOW: ReadonlySet<MenuComponent> = new Set<MenuComponent>([
  'ApiExplorerPage',
  'ApiStatusPage',
  'ApplicationIdentityPage',
  'NewsPage',
]);

export function hashRoutes({ main, hidden, user }: Menu): readonly HashRoute[] {
  const ofMenu = [...main, ...hidden, ...user].map(({ pageUrl, component }) => ({ path: pageUrl, hasPagesBelow: HAVE_PAGES_BELOW.has(component) }));
  const listed = new Set(ofMenu.map(({ path }) => path));
  return [...ofMenu, ...FIXED.filter((path) => !listed.has(path)).map((path) => ({ path, hasPagesBelow: false }))];
}
