/** The server's menu, hidden content and user-menu entries → routes (specification §2). */
import type { Menu, MenuItem } from '@portico/contract';
import type { MenuComponent } from '@portico/contract/values';

export interface MenuRoute extends MenuItem {
  /** Entries of the user menu send a signed-out visitor to `/?m=login`. */
  readonly needsLogin: boolean;
}

/** @param isKnown whether the portal has a page for a component; the first entry of a path wins */
export function menuRoutes(menu: Menu, isKnown: (component: MenuComponent) => boolean): MenuRoute[] {
  const entries = [
    ...[...menu.main, ...menu.hidden].map((item) => ({ ...item, needsLogin: false })),
    ...menu.user.map((item) => ({ ...item, needsLogin: true })),
  ];
  const taken = new Set<string>();
  return entries.filter(({ pageUrl, component }) => {
    if (!isKnown(component) || taken.has(pageUrl)) return false;
    taken.add(pageUrl);
    return true;
  });
}
