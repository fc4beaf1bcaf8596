/** All permissions in force are withdrawn at once: which ones and what it means, how far it is, and that it is so. */
import type { Permission, RuntimeConfig } from '@portico/contract';
import type { ReactNode } from 'react';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { formatDateTime } from '../../shared/format/dates.ts';
import { formatList } from '../../shared/format/lists.ts';
import { useRefusalText } from '../../shared/i18n/refusal-text.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { useArmed } from '../../shared/page/use-armed.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { usePermissionsText } from './messages.ts';
import { dataOf } from './permission-words.ts';
import styles from './permissions.module.css';
import { PERMISSIONS_PAGE, WITHDRAW_ALL_PAGE } from './permissions-address.ts';
import type { PermissionsCalls } from './permissions-calls.ts';
import { type AllWithdrawal, useWithdrawAll, type WithdrawAllState } from './use-withdraw-all.ts';

export function WithdrawAll({ calls, config }: { calls: PermissionsCalls; config: RuntimeConfig }) {
  const all = useWithdrawAll(calls);
  const { state } = all;
  const text = usePermissionsText();
  const door = { calls, config, loading: text('permissions.loading'), welcome: text('permissions.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={all.reload} returnTo={WITHDRAW_ALL_PAGE} />;
  switch (state.step) {
    case 'confirming':
      return state.left.length === 0 ? (
        <NothingLeft hasStatements={state.hasStatements} />
      ) : (
        <Confirming all={all} state={state} timeZone={config.timeZones[state.bankCountry]} />
      );
    case 'withdrawing':
      return (
        <>
          <Headline>{text('permissions.confirm.withdrawing')}</Headline>
          <p role="status">{text('permissions.all.progress', { ended: state.ended, count: state.ended + state.left.length })}</p>
        </>
      );
    case 'done':
      return (
        <>
          <div className="stack-2" role="status">
            <Headline>{state.ended === 0 ? text('permissions.all.none') : text('permissions.all.done', { count: state.ended })}</Headline>
            <p className="second">{text(state.ended === 0 ? 'permissions.all.noneText' : 'permissions.all.doneText')}</p>
          </div>
          <Back kind="primary" />
        </>
      );
  }
}

interface ConfirmingProps {
  readonly all: AllWithdrawal;
  readonly state: Extract<WithdrawAllState, { step: 'confirming' }>;
  readonly timeZone: string;
}

function Confirming({ all, state, timeZone }: ConfirmingProps) {
  const { left, ended, hasStatements, failure } = state;
  const text = usePermissionsText();
  const refusalText = useRefusalText();
  const locale = usePageLocale();
  const isArmed = useArmed();
  const companies = [...new Set(left.flatMap(({ representative, accountHolder }) => (representative === undefined ? [] : [accountHolder])))];
  return (
    <>
      <Headline>{text('permissions.all.title', { count: left.length })}</Headline>
      <VisitNote visit={all.visit} />
      <ul className={listStyles.list}>
        {left.map((permission) => (
          <Line key={permission.permissionId} permission={permission} timeZone={timeZone} />
        ))}
      </ul>
      <ul className={styles.means}>
        <li>{text('permissions.all.now')}</li>
        <li>{text('permissions.all.kept')}</li>
        <li>{text('permissions.all.service')}</li>
        {companies.length === 0 ? null : <li>{text('permissions.all.company', { companies: formatList(companies, locale) })}</li>}
        {hasStatements ? <li>{text('permissions.all.statements')}</li> : null}
        <li>
          <b className="strong">{text('permissions.confirm.final')}</b>
        </li>
      </ul>
      {failure === undefined ? null : (
        <Note kind="error" role="alert">
          {ended === 0 ? null : <p>{text('permissions.all.partly', { ended, count: ended + left.length })}</p>}
          <p>{refusalText(failure)}</p>
        </Note>
      )}
      <div className={styles.acts}>
        <Button
          kind="danger"
          isBlock
          aria-disabled={!isArmed || undefined}
          onClick={() => {
            if (isArmed) all.withdraw();
          }}
        >
          {text('permissions.withdrawAll')}
        </Button>
        <ButtonLink kind="secondary" isBlock href={PERMISSIONS_PAGE}>
          {text('permissions.all.keep')}
        </ButtonLink>
      </div>
    </>
  );
}

function Line({ permission, timeZone }: { permission: Permission; timeZone: string }): ReactNode {
  const { tppName, tppApplicationName, accountHolder, givenAt } = permission;
  const text = usePermissionsText();
  const locale = usePageLocale();
  return (
    <li className={styles.reading}>
      <b className="strong">{tppName}</b>
      {tppApplicationName === tppName ? null : (
        <span className={listStyles.small}>{text('permissions.application', { name: tppApplicationName })}</span>
      )}
      <span className={listStyles.small}>
        {accountHolder} ·{' '}
        {dataOf(permission)
          .map((key) => text(key))
          .join(' · ')}
      </span>
      {givenAt === undefined ? null : (
        <span className={listStyles.small}>
          {text('permissions.given')}: {formatDateTime(givenAt, locale, timeZone)}
        </span>
      )}
    </li>
  );
}

function NothingLeft({ hasStatements }: { hasStatements: boolean }) {
  const text = usePermissionsText();
  return (
    <>
      <Headline>{text('permissions.empty.inForce')}</Headline>
      {hasStatements ? <p className="second">{text('permissions.all.statements')}</p> : null}
      <Back kind="primary" />
    </>
  );
}

function Back({ kind }: { kind: 'primary' | 'secondary' }) {
  const text = usePermissionsText();
  return (
    <ButtonLink kind={kind} isBlock href={PERMISSIONS_PAGE}>
      {text('permissions.back')}
    </ButtonLink>
  );
}
