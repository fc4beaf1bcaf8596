/** From Home to here. A page below an entry of the menu is named by its heading. Home itself has none. */
import type { Menu } from '@portico/contract';
import { usePlace } from '../../shared/portal/router/place.ts';
import styles from './shell.module.css';

export function Breadcrumbs({ menu, title }: { menu: Menu | null; title: string }) {
  const { pathname } = usePlace();
  if (pathname === '/' || menu === null) return null;
  const entries = [...menu.main, ...menu.hidden, ...menu.user];
  const here = entries.find(({ pageUrl }) => pageUrl === pathname);
  const above = here === undefined ? entries.find(({ pageUrl }) => pageUrl !== '/' && pathname.startsWith(`${pageUrl}/`)) : undefined;
  if (here === undefined && above === undefined) return null;
  const name = here?.title ?? title;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        <li>
          <a href="#/">Home</a>
        </li>
        {above === undefined ? null : (
          <li>
            <a href={`#${above.pageUrl}`}>{above.title}</a>
          </li>
        )}
        {name === '' ? null : <li aria-current="page">{name}</li>}
      </ol>
    </nav>
  );
}
