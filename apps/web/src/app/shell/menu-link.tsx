/** An entry of a menu; the page that is open is marked. */
import type { MenuItem } from '@portico/contract';
import { useLocation } from 'react-router';

export function MenuLink({ item }: { item: MenuItem }) {
  const { pathname } = useLocation();
  return (
    <a href={`#${item.pageUrl}`} aria-current={pathname === item.pageUrl ? 'page' : undefined}>
      {item.title}
    </a>
  );
}
