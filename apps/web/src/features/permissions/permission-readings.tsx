/** What the provider read with a permission: for each day what, of which account, and whether the customer was there. */
import type { Permission, PermissionReading } from '@portico/contract';
import { READINGS_KEPT_DAYS } from '@portico/contract/values';
import { type ReactNode, useId } from 'react';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { useDoorText } from '../../shared/bank-pages/messages.ts';
import { formatDate, formatTime } from '../../shared/format/dates.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Iban } from '../../shared/ui/grouped-code.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { usePermissionsText } from './messages.ts';
import { readingKeyOf } from './permission-words.ts';
import styles from './permissions.module.css';
import type { PermissionsCalls } from './permissions-calls.ts';
import { SaveReadings } from './save-readings.tsx';
import { type Readings, useReadings } from './use-readings.ts';

interface PermissionReadingsProps {
  readonly permission: Permission;
  readonly calls: PermissionsCalls;
  readonly timeZone: string;
}

export function PermissionReadings({ permission, calls, timeZone }: PermissionReadingsProps) {
  const readings = useReadings(calls, permission.permissionId);
  const titleId = useId();
  const text = usePermissionsText();
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('permissions.readings.title')}</h2>
      <Shown readings={readings} timeZone={timeZone} />
      {readings.state.step === 'shown' && readings.state.readings.length > 0 ? (
        <SaveReadings permission={permission} calls={calls} timeZone={timeZone} />
      ) : null}
    </section>
  );
}

function Shown({ readings: { state, reload, more }, timeZone }: { readings: Readings; timeZone: string }): ReactNode {
  const text = usePermissionsText();
  const doorText = useDoorText();
  const locale = usePageLocale();
  if (state.step === 'loading') return <Skeleton label={text('permissions.readings.loading')} lines={3} />;
  if (state.step === 'failed')
    return (
      <>
        <p role="alert">{text('permissions.readings.failed')}</p>
        <Button kind="secondary" isBlock onClick={reload}>
          {doorText('door.tryAgain')}
        </Button>
      </>
    );
  const { readings, next, isLoadingMore } = state;
  if (readings.length === 0) return <p className="second">{text('permissions.readings.none', { days: READINGS_KEPT_DAYS })}</p>;
  const days = [...new Set(readings.map(({ on }) => on))];
  return (
    <>
      <p className="small second">{text('permissions.readings.hint', { days: READINGS_KEPT_DAYS })}</p>
      {days.map((day) => (
        <div key={day} className={styles.day}>
          <h3>{formatDate(day, locale)}</h3>
          <ul className={listStyles.list}>
            {readings
              .filter(({ on }) => on === day)
              .map((reading) => (
                <Line key={`${reading.what} ${reading.iban ?? reading.lastAt}`} reading={reading} timeZone={timeZone} />
              ))}
          </ul>
        </div>
      ))}
      {next === undefined ? null : (
        <div className={styles.acts}>
          <Button kind="secondary" isBlock isBusy={isLoadingMore} onClick={more}>
            {text('permissions.readings.earlier')}
          </Button>
        </div>
      )}
    </>
  );
}

function Line({ reading, timeZone }: { reading: PermissionReading; timeZone: string }) {
  const { what, iban, accountName, withCustomer, withoutCustomer, lastAt } = reading;
  const text = usePermissionsText();
  const counts = [
    ...(withoutCustomer === 0 ? [] : [text('permissions.readings.without', { count: withoutCustomer })]),
    ...(withCustomer === 0 ? [] : [text('permissions.readings.with', { count: withCustomer })]),
    text('permissions.readings.last', { time: formatTime(lastAt, timeZone) }),
  ];
  return (
    <li className={styles.reading}>
      <b className="strong">{text(readingKeyOf(what))}</b>
      {what === 'accounts' ? null : (
        <span className={listStyles.small}>
          {accountName ?? text('permissions.closedAccount')} {iban === undefined ? null : <Iban iban={iban} />}
        </span>
      )}
      <span className={listStyles.small}>{counts.join(' · ')}</span>
    </li>
  );
}
