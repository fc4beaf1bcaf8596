/** The texts for a permission. */
import type { Permission, ReadingKind } from '@portico/contract';
import type { PermissionsKey } from './messages.ts';

/** The data that may be read, the least sensitive first. */
export function dataOf({ kind, form, hasBalances, hasTransactions, hasOwnerName }: Permission): readonly PermissionsKey[] {
  if (kind === 'statement') return ['permissions.data.statement'];
  return [
    form === 'listOnly' ? 'permissions.data.list' : 'permissions.data.accounts',
    ...(hasOwnerName ? (['permissions.data.ownerName'] as const) : []),
    ...(hasBalances ? (['permissions.data.balances'] as const) : []),
    ...(hasTransactions ? (['permissions.data.transactions'] as const) : []),
  ];
}

export function isEveryAccount({ form }: Permission): boolean {
  return form === 'global' || form === 'listOnly';
}

/** The text of the end; `name` is the person's, if it was not the visitor. */
export function endKeyOf({ how, by }: NonNullable<Permission['end']>): PermissionsKey {
  return how === 'withdrawn' && by !== undefined ? 'permissions.end.withdrawnBy' : `permissions.end.${how}`;
}

const READINGS: Readonly<Record<ReadingKind, PermissionsKey>> = {
  accounts: 'permissions.readings.accounts',
  account: 'permissions.data.accounts',
  balances: 'permissions.data.balances',
  transactions: 'permissions.data.transactions',
  transaction: 'permissions.readings.transaction',
};

export function readingKeyOf(what: ReadingKind): PermissionsKey {
  return READINGS[what];
}
