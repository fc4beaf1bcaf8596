/** Logo, shortcuts on wide screens, the visitor's account, and the burger menu with every entry that the server's menu holds. */
import type { Menu, MenuItem } from '@portico/contract';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Account } from './account.tsx';
import styles from './header.module.css';
import { MenuLink } from './menu-link.tsx';
import { PaletteHost } from './palette-host.tsx';
import { usePopoverMenu } from './use-popover-menu.ts';

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
          {shortcutsOf(items).map((item) => (
            <MenuLink key={item.pageUrl} item={item} />
          ))}
        </nav>
        <span className="grow" />
        {menu === null ? null : <PaletteHost menu={menu} />}
        <Account items={menu?.user ?? []} />
        <MainMenu items={items} />
      </div>
    </header>
  );
}

function shortcutsOf(items: readonly MenuItem[]): readonly MenuItem[] {
  const chosen = items.filter(({ isShortcut }) => isShortcut === true);
  return (chosen.length === 0 ? items : chosen).slice(0, SHORTCUTS_MAX);
}

function MainMenu({ items }: { items: readonly MenuItem[] }) {
  const panel = usePopoverMenu();
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
