/** One line of the list: who, what, until when, used when. */
import type { Permission } from '@portico/contract';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { formatDate, formatDateTime, formatPeriod } from '../../shared/format/dates.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { usePermissionsText } from './messages.ts';
import { dataOf, endKeyOf, isEveryAccount } from './permission-words.ts';
import { PERMISSIONS_PAGE } from './permissions-address.ts';

export function PermissionLine({ permission, timeZone }: { permission: Permission; timeZone: string }) {
  const { permissionId, tppName, tppApplicationName, accountHolder, accounts, period } = permission;
  const text = usePermissionsText();
  const locale = usePageLocale();
  const data = dataOf(permission).map((key) => text(key));
  return (
    <li>
      <a className={listStyles.line} href={`${PERMISSIONS_PAGE}/${encodeURIComponent(permissionId)}`}>
        <span className={listStyles.what}>
          <b className="strong">{tppName}</b>
          {tppApplicationName === tppName ? null : (
            <span className={listStyles.small}>{text('permissions.application', { name: tppApplicationName })}</span>
          )}
          <span>{[...data, ...(period === undefined ? [] : [formatPeriod(period.dateFrom, period.dateTo, locale)])].join(' · ')}</span>
          <span className={listStyles.small}>
            {accountHolder} ·{' '}
            {isEveryAccount(permission) ? text('permissions.everyAccount') : text('permissions.accounts', { count: accounts.length })}
          </span>
          <Times permission={permission} timeZone={timeZone} />
        </span>
        <Icon name="chevronRight" />
      </a>
    </li>
  );
}

function Times({ permission, timeZone }: { permission: Permission; timeZone: string }) {
  const { state, kind, end, askedAt, validUntil, readableUntil, lastUsedAt } = permission;
  const text = usePermissionsText();
  const locale = usePageLocale();
  const at = (instant: string) => formatDateTime(instant, locale, timeZone);
  if (end !== undefined)
    return (
      <span className={listStyles.small}>
        {text(endKeyOf(end), { name: end.by ?? '' })} · {end.at === undefined ? formatDate(end.on, locale) : at(end.at)}
      </span>
    );
  if (state === 'asked')
    return (
      <span className={listStyles.small}>
        {text('permissions.state.asked')} · {text('permissions.askedOn', { date: at(askedAt) })}
      </span>
    );
  return (
    <>
      {validUntil === undefined ? null : (
        <span className={listStyles.small}>{text('permissions.until', { date: formatDate(validUntil, locale) })}</span>
      )}
      {readableUntil === undefined ? null : (
        <span className={listStyles.small}>{text('permissions.readableUntil', { date: at(readableUntil) })}</span>
      )}
      {kind === 'statement' ? null : (
        <span className={listStyles.small}>
          {lastUsedAt === undefined ? text('permissions.neverUsed') : text('permissions.lastUsed', { date: at(lastUsedAt) })}
        </span>
      )}
    </>
  );
}
