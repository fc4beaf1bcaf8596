/** An entry of a menu; the page that is open is marked. */
import type { MenuItem } from '@portico/contract';
import { usePlace } from '../../shared/portal/router/place.ts';

export function MenuLink({ item }: { item: Pick<MenuItem, 'title' | 'pageUrl'> }) {
  const { pathname } = usePlace();
  return (
    <a href={`#${item.pageUrl}`} aria-current={pathname === item.pageUrl ? 'page' : undefined}>
      {item.title}
    </a>
  );
}
