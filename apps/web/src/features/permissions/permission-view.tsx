/** One permission: everything about it, and taking it back. */
import type { Permission, PermissionAnswer, RuntimeConfig } from '@portico/contract';
import type { ReactNode } from 'react';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { Badge, type BadgeKind } from '../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { usePermissionsText } from './messages.ts';
import { PermissionFacts } from './permission-facts.tsx';
import { PermissionReadings } from './permission-readings.tsx';
import styles from './permissions.module.css';
import { addressOf, PERMISSIONS_PAGE } from './permissions-address.ts';
import type { PermissionsCalls } from './permissions-calls.ts';
import { type OnePermission, usePermission } from './use-permission.ts';
import { Withdrawing, Withdrawn } from './withdrawing.tsx';

interface PermissionViewProps {
  readonly permissionId: string;
  readonly calls: PermissionsCalls;
  readonly config: RuntimeConfig;
}

export function PermissionView({ permissionId, calls, config }: PermissionViewProps) {
  const one = usePermission(calls, permissionId);
  const { state } = one;
  const text = usePermissionsText();
  const door = { calls, config, loading: text('permissions.loading'), welcome: text('permissions.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={one.reload} returnTo={`${PERMISSIONS_PAGE}/${permissionId}`} />;
  switch (state.step) {
    case 'gone':
      return <Gone />;
    case 'confirming':
    case 'withdrawing':
      return <Withdrawing one={one} state={state} />;
    case 'done':
      return <Withdrawn permission={state.answer.permission} />;
    case 'shown':
      return <Shown one={one} calls={calls} answer={state.answer} hasChanged={state.hasChanged} config={config} />;
  }
}

const LOOKS: Readonly<Record<Permission['state'], BadgeKind>> = { valid: 'ok', asked: 'info', ended: 'plain' };

interface ShownProps {
  readonly one: OnePermission;
  readonly calls: PermissionsCalls;
  readonly answer: PermissionAnswer;
  readonly hasChanged: boolean;
  readonly config: RuntimeConfig;
}

function Shown({ one, calls, answer: { visitor, permission }, hasChanged, config }: ShownProps) {
  const { kind, tppName, tppApplicationName, state, givenAt, isWithdrawable } = permission;
  const timeZone = config.timeZones[visitor.bankCountry];
  const text = usePermissionsText();
  return (
    <>
      <div className="stack-2">
        <Headline>{tppName}</Headline>
        {tppApplicationName === tppName ? null : <p className="second">{text('permissions.application', { name: tppApplicationName })}</p>}
        <p>
          <Badge kind={LOOKS[state]}>{text(`permissions.state.${state}`)}</Badge>
        </p>
      </div>
      <VisitNote visit={one.visit} />
      {hasChanged ? (
        <Note kind="info" role="status">
          {text('permissions.changed')}
        </Note>
      ) : null}
      <PermissionFacts permission={permission} timeZone={timeZone} />
      <Hint permission={permission} />
      <div className={styles.acts}>
        {isWithdrawable ? (
          <Button kind="primary" isBlock onClick={one.ask}>
            {text('permissions.withdraw')}
          </Button>
        ) : null}
        <Button kind="secondary" isBlock onClick={() => window.print()}>
          {text('permissions.print')}
        </Button>
        <ButtonLink kind="quiet" isBlock href={addressOf({ view: state === 'valid' ? 'inForce' : 'past', search: '' })}>
          {text('permissions.back')}
        </ButtonLink>
      </div>
      {kind === 'consent' && givenAt !== undefined ? <PermissionReadings permission={permission} calls={calls} timeZone={timeZone} /> : null}
    </>
  );
}

/** Why there is nothing to withdraw. */
function Hint({ permission: { state, kind } }: { permission: Permission }): ReactNode {
  const text = usePermissionsText();
  if (state === 'asked') return <p className="small second">{text('permissions.askedHint')}</p>;
  return state === 'valid' && kind === 'statement' ? <p className="small second">{text('permissions.statementHint')}</p> : null;
}

function Gone() {
  const text = usePermissionsText();
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{text('permissions.gone')}</Headline>
        <p className="second">{text('permissions.goneText')}</p>
      </div>
      <ButtonLink kind="primary" isBlock href={PERMISSIONS_PAGE}>
        {text('permissions.back')}
      </ButtonLink>
    </>
  );
}
