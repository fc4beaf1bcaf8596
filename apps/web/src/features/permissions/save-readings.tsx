/** Everything that was read with a permission, as a file for a spreadsheet: one line for each day, kind of data and account. */
import type { Permission, PermissionReading } from '@portico/contract';
import { toCsv } from '@portico/primitives';
import { useState } from 'react';
import { formatTime } from '../../shared/format/dates.ts';
import type { Text } from '../../shared/i18n/use-text.ts';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { Button } from '../../shared/ui/button.tsx';
import { type PermissionsKey, usePermissionsText } from './messages.ts';
import { readingKeyOf } from './permission-words.ts';
import styles from './permissions.module.css';
import type { PermissionsCalls } from './permissions-calls.ts';

const COLUMNS = [
  'permissions.reference',
  'permissions.csv.provider',
  'permissions.holder',
  'permissions.csv.day',
  'permissions.csv.what',
  'permissions.csv.account',
  'permissions.csv.iban',
  'permissions.csv.withCustomer',
  'permissions.csv.withoutCustomer',
  'permissions.csv.last',
] as const satisfies readonly PermissionsKey[];

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

interface SaveReadingsProps {
  readonly permission: Permission;
  readonly calls: PermissionsCalls;
  readonly timeZone: string;
}

export function SaveReadings({ permission, calls, timeZone }: SaveReadingsProps) {
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const text = usePermissionsText();
  const save = () => {
    setState('loading');
    readAll(calls, permission.permissionId).then(
      (readings) => {
        saveBlob(new Blob([toFile(permission, readings, text, timeZone)], { type: 'text/csv;charset=utf-8' }), `${permission.permissionId}.csv`);
        setState('ready');
      },
      () => setState('failed'),
    );
  };
  return (
    <div className={styles.acts}>
      {state === 'failed' ? <p role="alert">{text('permissions.readings.failed')}</p> : null}
      <Button kind="secondary" isBlock isBusy={state === 'loading'} onClick={save}>
        {text('permissions.csv.save')}
      </Button>
    </div>
  );
}

async function readAll(calls: PermissionsCalls, permissionId: string): Promise<readonly PermissionReading[]> {
  const found: PermissionReading[] = [];
  let before: string | undefined;
  do {
    const { readings, next } = await calls.readings(permissionId, before, new AbortController().signal);
    found.push(...readings);
    before = next;
  } while (before !== undefined);
  return found;
}

/** Days as ISO 8601 and times with minutes, in the bank's time zone. */
function toFile(
  { permissionId, tppName, accountHolder }: Permission,
  readings: readonly PermissionReading[],
  text: Text<PermissionsKey>,
  timeZone: string,
): string {
  const rows = readings.map(({ on, what, accountName = '', iban = '', withCustomer, withoutCustomer, lastAt }) => [
    permissionId,
    tppName,
    accountHolder,
    on,
    text(readingKeyOf(what)),
    accountName,
    iban,
    String(withCustomer),
    String(withoutCustomer),
    formatTime(lastAt, timeZone),
  ]);
  return `${BYTE_ORDER_MARK}${toCsv([COLUMNS.map((key) => text(key)), ...rows])}`;
}
