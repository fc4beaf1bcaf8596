/** One permission as labels and values, in the words and the order of its page. */
import type { BankCountry, Locale, Permission, ReadingKind } from '@portico/contract';
import { formatDay, formatIban, formatMoment, formatPeriod } from '../receipts/index.ts';
import { type PermissionKey, textsIn } from './permission-texts.ts';

type Row = readonly [label: PermissionKey, lines: readonly string[]];

const READINGS: Readonly<Record<ReadingKind, PermissionKey>> = {
  accounts: 'permission.readings.accounts',
  account: 'permission.data.accounts',
  balances: 'permission.data.balances',
  transactions: 'permission.data.transactions',
  transaction: 'permission.readings.transaction',
};

export const readingKeyOf = (what: ReadingKind): PermissionKey => READINGS[what];

export function describePermission(permission: Permission, locale: Locale, country: BankCountry): readonly Row[] {
  const { kind, form, accountHolder, representative, period, askedAt, givenAt, validUntil, readableUntil, end, permissionId } = permission;
  const text = textsIn(locale);
  const at = (instant: string) => formatMoment(instant, locale, country);
  const day = (date: string) => formatDay(date, locale);
  const isEvery = form === 'global' || form === 'listOnly';
  const accounts = permission.accounts.map(
    ({ name, iban, currency }) => `${name ?? text('permission.closedAccount')} · ${currency} · ${formatIban(iban)}`,
  );
  const givenBy = givenAt === undefined ? 'permission.representative' : 'permission.givenBy';
  return [
    [
      'permission.what',
      [
        dataOf(permission)
          .map((key) => text(key))
          .join(' · '),
      ],
    ],
    ...row('permission.period', period && formatPeriod(period.dateFrom, period.dateTo, locale)),
    ['permission.which', [...(isEvery ? [text('permission.everyAccount')] : []), ...accounts]],
    ['permission.holder', [accountHolder]],
    ...row(givenBy, representative),
    givenAt === undefined ? ['permission.asked', [at(askedAt)]] : ['permission.given', [at(givenAt)]],
    ...row('permission.validUntil', validUntil && day(validUntil)),
    ...row('permission.readable', readableUntil && at(readableUntil)),
    ...(kind === 'consent' ? useOf(permission, locale, at) : []),
    ...(end === undefined ? [] : [['permission.ended', [endOf(end, locale), end.at === undefined ? day(end.on) : at(end.at)]] as const]),
    ['permission.reference', [permissionId]],
  ];
}

function row(label: PermissionKey, value: string | undefined): readonly Row[] {
  return value === undefined ? [] : [[label, [value]]];
}

/** The least sensitive data first. */
function dataOf({ kind, form, hasBalances, hasTransactions, hasOwnerName }: Permission): readonly PermissionKey[] {
  if (kind === 'statement') return ['permission.data.statement'];
  return [
    form === 'listOnly' ? 'permission.data.list' : 'permission.data.accounts',
    ...(hasOwnerName ? (['permission.data.ownerName'] as const) : []),
    ...(hasBalances ? (['permission.data.balances'] as const) : []),
    ...(hasTransactions ? (['permission.data.transactions'] as const) : []),
  ];
}

function useOf(
  { isRecurring, frequencyPerDay = 1, givenAt, lastUsedAt }: Permission,
  locale: Locale,
  at: (instant: string) => string,
): readonly Row[] {
  const text = textsIn(locale);
  return [
    isRecurring ? ['permission.limit', [String(frequencyPerDay)]] : ['permission.often', [text('permission.often.once')]],
    ...(givenAt === undefined ? [] : row('permission.used', lastUsedAt === undefined ? text('permission.usedNever') : at(lastUsedAt))),
  ];
}

function endOf({ how, by }: NonNullable<Permission['end']>, locale: Locale): string {
  return textsIn(locale)(how === 'withdrawn' && by !== undefined ? 'permission.end.withdrawnBy' : `permission.end.${how}`, { name: by ?? '' });
}
