/** The roles of a person, each a button: themselves, and the companies for which they may act. */
import type { RoleChoice } from '@portico/contract';
import type { SharedKey } from '../i18n/shared-catalogue.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import styles from './role.module.css';

interface RoleButtonsProps {
  readonly roles: readonly RoleChoice[];
  /** The chosen role, while the bank is asked. */
  readonly pendingId: string | undefined;
  readonly choose: (roleId: string) => void;
}

export function RoleButtons({ roles, pendingId, choose }: RoleButtonsProps) {
  const text = useText<SharedKey>();
  return (
    <ul className={styles.roles} aria-label={text('role.title')}>
      {roles.map(({ roleId, name, type }) => (
        <li key={roleId}>
          <Button
            kind="secondary"
            isBlock
            isBusy={roleId === pendingId}
            aria-disabled={pendingId !== undefined || undefined}
            onClick={() => (pendingId === undefined ? choose(roleId) : undefined)}
          >
            <span className={styles.role}>
              <span>{name}</span>
              <span className="small second">{text(type === 'company' ? 'role.company' : 'role.private')}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
