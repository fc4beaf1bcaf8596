/** For whom the visitor acts, on every page of the bank. A person with several roles can change it, but not where something is shown for signing. */
import type { RoleChoice, Visitor } from '@portico/contract';
import { useState } from 'react';
import { useRefusalText } from '../i18n/refusal-text.ts';
import { RichText } from '../i18n/rich-text.tsx';
import type { SharedKey } from '../i18n/shared-catalogue.ts';
import { useText } from '../i18n/use-text.ts';
import { leavePage } from '../page/leave-page.ts';
import { type RequestFailure, toRequestFailure } from '../store/request-failure.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import type { DoorCalls } from './door-calls.ts';
import styles from './role.module.css';
import { RoleButtons } from './role-choice.tsx';
import { reportChange } from './use-return.ts';

type RoleCalls = Pick<DoorCalls, 'roles' | 'changeRole'>;

export function RoleLine({ visitor, calls }: { visitor: Visitor; calls?: RoleCalls }) {
  const text = useText<SharedKey>();
  const refusalText = useRefusalText();
  const [roles, setRoles] = useState<readonly RoleChoice[]>();
  const [pendingId, setPendingId] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<RequestFailure>();
  const { name, company, hasRoles = false } = visitor;

  const open = async ({ roles: list }: RoleCalls) => {
    setIsAsking(true);
    setFailure(undefined);
    await list().then(
      (answer) => setRoles(answer.roles),
      (error: unknown) => setFailure(toRequestFailure(error)),
    );
    setIsAsking(false);
  };
  const choose = async ({ changeRole }: RoleCalls, roleId: string) => {
    setPendingId(roleId);
    setFailure(undefined);
    try {
      await changeRole(roleId);
      reportChange();
      // The new role does not have what the former one had open: the page shows its list again.
      leavePage(window.location.pathname.split('/').slice(0, 3).join('/'));
    } catch (error) {
      setFailure(toRequestFailure(error));
      setPendingId(undefined);
    }
  };
  // A private person without companies has one role, and the page names this person already.
  if (company === undefined && !hasRoles) return null;
  return (
    <div className="stack-2">
      <p className={styles.line}>
        <span>
          {company === undefined ? (
            <RichText<SharedKey> id="role.actingPrivately" values={{ name }} />
          ) : (
            <RichText<SharedKey> id="role.actingFor" values={{ company }} />
          )}
        </span>
        {hasRoles && calls !== undefined && roles === undefined ? (
          <Button kind="quiet" isDense isBusy={isAsking} onClick={() => void open(calls)}>
            {text('role.change')}
          </Button>
        ) : null}
      </p>
      {failure === undefined ? null : (
        <Note kind="error" role="alert">
          {refusalText(failure)}
        </Note>
      )}
      {roles === undefined || calls === undefined ? null : (
        <div className="stack-2">
          <p className="small second">{text('role.changeAdvice')}</p>
          <RoleButtons roles={roles} pendingId={pendingId} choose={(roleId) => void choose(calls, roleId)} />
          <Button kind="quiet" isDense disabled={pendingId !== undefined} onClick={() => setRoles(undefined)}>
            {text('role.keep')}
          </Button>
        </div>
      )}
    </div>
  );
}
