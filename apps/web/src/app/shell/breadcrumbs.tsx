/** From Home to here; on a page below an entry, to that entry: the heading says the rest. Home itself has none. */
import type { Menu } from '@portico/contract';
import { usePlace } from '../../shared/portal/router/place.ts';
import styles from './shell.module.css';

export function Breadcrumbs({ menu }: { menu: Menu | null }) {
  const { pathname } = usePlace();
  if (pathname === '/' || menu === null) return null;
  const entries = [...menu.main, ...menu.hidden, ...menu.user];
  const here = entries.find(({ pageUrl }) => pageUrl === pathname);
  const above = here === undefined ? entries.find(({ pageUrl }) => pageUrl !== '/' && pathname.startsWith(`${pageUrl}/`)) : undefined;
  if (here === undefined && above === undefined) return null;
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
        {here === undefined ? null : <li aria-current="page">{here.title}</li>}
      </ol>
    </nav>
  );
}
