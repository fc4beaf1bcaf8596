/** The visitor in the header: the ways in while signed out, the user menu afterwards. Nothing before that is known, but its room is kept. */
import type { MenuItem } from '@portico/contract';
import { AVATAR_CHARACTERS } from '@portico/contract/values';
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import { PortalIcon } from '../../shared/portal/portal-icon.tsx';
import { userPages } from '../../shared/portal/user-pages.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import styles from './account.module.css';
import menuStyles from './header.module.css';
import { MenuLink } from './menu-link.tsx';
import { SignInLinks } from './sign-in-links.tsx';
import { usePopoverMenu } from './use-popover-menu.ts';

export function Account({ items }: { items: readonly MenuItem[] }) {
  const { isInitialized, isAuthorized, userName } = useAppSelector((state: AuthRoot) => state.auth);
  if (!isInitialized) return <span className={styles.avatar} aria-hidden="true" />;
  if (isAuthorized && userName !== null) return <UserMenu userName={userName} items={items} />;
  return (
    <>
      <div className={styles.ways}>
        <SignInLinks
          avatar={
            <span className={styles.face}>
              <PortalIcon name="person" />
            </span>
          }
        />
      </div>
      <ModalLink modal="login" className={classNames(styles.avatar, styles.onPhone)} aria-label="Log in">
        <PortalIcon name="person" />
      </ModalLink>
    </>
  );
}

function UserMenu({ userName, items }: { userName: string; items: readonly MenuItem[] }) {
  const panel = usePopoverMenu();
  const initials = [...userName].slice(0, AVATAR_CHARACTERS).join('');
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget="user-menu" aria-label={`${initials}, User menu, ${userName}`}>
        <span translate="no">{initials}</span>
      </button>
      <nav id="user-menu" ref={panel} popover="auto" className={menuStyles.menu} aria-label="User menu">
        <p className={styles.who}>
          <b className="strong">Developer</b>
          <span translate="no">{userName}</span>
        </p>
        <ul>
          {userPages(items).map((item) => (
            <li key={item.pageUrl}>
              <MenuLink item={item} />
            </li>
          ))}
        </ul>
        <ul className={styles.ends}>
          <li>
            <a className="caps" href="#/logout">
              LOGOUT
            </a>
          </li>
          <li>
            <ModalLink modal="confirmDelete" className={styles.delete}>
              Delete profile
            </ModalLink>
          </li>
        </ul>
      </nav>
    </>
  );
}
