/** Every fact of one permission. */
import type { Permission } from '@portico/contract';
import { HISTORY_DAYS_MAX, LATELY_DAYS } from '@portico/contract/values';
import type { ReactNode } from 'react';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { formatDate, formatDateTime, formatPeriod } from '../../shared/format/dates.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Iban, Reference } from '../../shared/ui/grouped-code.tsx';
import { usePermissionsText } from './messages.ts';
import { dataOf, endKeyOf, isEveryAccount } from './permission-words.ts';
import styles from './permissions.module.css';
import { PERMISSIONS_PAGE } from './permissions-address.ts';

export function PermissionFacts({ permission, timeZone }: { permission: Permission; timeZone: string }) {
  const { kind, accountHolder, representative, hasTransactions, period, askedAt, givenAt, validUntil, readableUntil, replaces, end, permissionId } =
    permission;
  const text = usePermissionsText();
  const locale = usePageLocale();
  const at = (instant: string) => formatDateTime(instant, locale, timeZone);
  return (
    <DefinitionList>
      <Definition label={text('permissions.what')}>
        <Lines lines={dataOf(permission).map((key) => text(key))} />
      </Definition>
      {period === undefined ? null : (
        <Definition label={text('permissions.period')}>{formatPeriod(period.dateFrom, period.dateTo, locale)}</Definition>
      )}
      {kind === 'consent' && hasTransactions ? (
        <Definition label={text('permissions.howFar')}>{text('permissions.history', { count: HISTORY_DAYS_MAX })}</Definition>
      ) : null}
      <Definition label={text('permissions.which')} isLong>
        <Accounts permission={permission} />
      </Definition>
      <Definition label={text('permissions.holder')}>{accountHolder}</Definition>
      {representative === undefined ? null : (
        <Definition label={text(givenAt === undefined ? 'permissions.representative' : 'permissions.givenBy')}>{representative}</Definition>
      )}
      <Definition label={text(givenAt === undefined ? 'permissions.asked' : 'permissions.given')}>{at(givenAt ?? askedAt)}</Definition>
      {replaces === undefined ? null : (
        <Definition label={text('permissions.replaces')}>
          <a href={`${PERMISSIONS_PAGE}/${encodeURIComponent(replaces.permissionId)}`}>
            {text('permissions.replacesThat', { date: at(replaces.givenAt) })}
          </a>
        </Definition>
      )}
      {validUntil === undefined ? null : <Definition label={text('permissions.validUntil')}>{formatDate(validUntil, locale)}</Definition>}
      {readableUntil === undefined ? null : <Definition label={text('permissions.readable')}>{at(readableUntil)}</Definition>}
      <Use permission={permission} at={at} />
      {end === undefined ? null : (
        <Definition label={text('permissions.ended')}>
          <Lines lines={[text(endKeyOf(end), { name: end.by ?? '' }), end.at === undefined ? formatDate(end.on, locale) : at(end.at)]} />
          {end.replacedBy === undefined ? null : (
            <a href={`${PERMISSIONS_PAGE}/${encodeURIComponent(end.replacedBy)}`}>{text('permissions.newer')}</a>
          )}
        </Definition>
      )}
      <Definition label={text('permissions.reference')} isLong>
        <Reference reference={permissionId} />
      </Definition>
    </DefinitionList>
  );
}

/** How often it may be read, and how often it was. */
function Use({ permission, at }: { permission: Permission; at: (instant: string) => string }): ReactNode {
  const { kind, isRecurring, frequencyPerDay = 1, lastUsedAt, readingsLately, givenAt } = permission;
  const text = usePermissionsText();
  if (kind === 'statement') return null;
  const lately = text('permissions.usedLately', { count: readingsLately, days: LATELY_DAYS });
  return (
    <>
      <Definition label={text('permissions.often')}>
        {isRecurring ? text('permissions.often.recurring', { count: frequencyPerDay }) : text('permissions.often.once')}
      </Definition>
      {givenAt === undefined ? null : (
        <Definition label={text('permissions.used')}>
          <Lines lines={lastUsedAt === undefined ? [text('permissions.usedNever')] : [at(lastUsedAt), lately]} />
        </Definition>
      )}
    </>
  );
}

function Accounts({ permission }: { permission: Permission }) {
  const { accounts, form } = permission;
  const text = usePermissionsText();
  return (
    <>
      {isEveryAccount(permission) ? <p>{text('permissions.everyAccount')}</p> : null}
      {form === 'bankOffered' && accounts.length > 0 ? <p className={listStyles.small}>{text('permissions.chosen')}</p> : null}
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={`${account.iban} ${account.currency}`}>
            <span className={listStyles.small}>
              {account.name ?? text('permissions.closedAccount')} · {account.currency}
            </span>
            <Iban iban={account.iban} />
            {isUneven(permission) ? (
              <span className={listStyles.small}>
                {dataOf({ ...permission, ...account })
                  .map((key) => text(key))
                  .join(' · ')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What may be read differs from account to account. */
function isUneven({ accounts, hasBalances, hasTransactions }: Permission): boolean {
  return accounts.some((account) => account.hasBalances !== hasBalances || account.hasTransactions !== hasTransactions);
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={styles.fact}>
      {line}
    </span>
  ));
}
