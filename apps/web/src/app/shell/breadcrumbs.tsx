/** From Home to here. Home itself has none. */
import type { Menu } from '@portico/contract';
import { useLocation } from 'react-router';
import styles from './shell.module.css';

export function Breadcrumbs({ menu }: { menu: Menu | null }) {
  const { pathname } = useLocation();
  if (pathname === '/' || menu === null) return null;
  const here = [...menu.main, ...menu.hidden, ...menu.user].find(({ pageUrl }) => pageUrl === pathname);
  if (here === undefined) return null;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        <li>
          <a href="#/">Home</a>
        </li>
        <li aria-current="page">{here.title}</li>
      </ol>
    </nav>
  );
}
