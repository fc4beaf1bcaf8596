/** Logo, shortcuts on wide screens, and the burger menu with every entry that the server's menu holds. */
import type { Menu, MenuItem } from '@portico/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './header.module.css';

const SHORTCUTS_MAX = 4;

export interface HeaderProps {
  productName: string;
  menu: Menu | null;
  /** Moves the focus past the header; a button, because the fragment of a link is the router's. */
  onSkip: () => void;
}

export function Header({ productName, menu, onSkip }: HeaderProps) {
  const items = menu?.main ?? [];
  return (
    <header className={styles.top}>
      <button type="button" className={styles.skip} onClick={onSkip}>
        Skip to content
      </button>
      <div className={`page ${styles.bar}`}>
        <Brand name={productName} suffix="for Developers" href="#/" />
        <nav className={styles.shortcuts} aria-label="Shortcuts">
          {items.slice(0, SHORTCUTS_MAX).map((item) => (
            <MenuLink key={item.pageUrl} item={item} />
          ))}
        </nav>
        <span className="grow" />
        <MainMenu items={items} />
      </div>
    </header>
  );
}

function MainMenu({ items }: { items: readonly MenuItem[] }) {
  const panel = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // A link of the menu leads to another page: the menu has done its work.
    if (pathname !== '' && panel.current?.matches(':popover-open')) panel.current.hidePopover();
  }, [pathname]);
  return (
    <>
      <Button kind="secondary" isDense popoverTarget="main-menu">
        <Icon name="menu" small />
        Menu
      </Button>
      <nav id="main-menu" ref={panel} popover="auto" className={styles.menu} aria-label="Main menu">
        <ul>
          {items.map((item) => (
            <li key={item.pageUrl}>
              <MenuLink item={item} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function MenuLink({ item }: { item: MenuItem }) {
  const { pathname } = useLocation();
  return (
    <a href={`#${item.pageUrl}`} aria-current={pathname === item.pageUrl ? 'page' : undefined}>
      {item.title}
    </a>
  );
}
