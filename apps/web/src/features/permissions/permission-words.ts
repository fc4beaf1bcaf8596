/** A permission in words. */
import type { Permission } from '@portico/contract';
import type { PermissionsKey } from './messages.ts';

/** What may be read, the least first. */
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

/** How it ended; `name` of the one who did it, where it is somebody else. */
export function endKeyOf({ how, by }: NonNullable<Permission['end']>): PermissionsKey {
  return how === 'withdrawn' && by !== undefined ? 'permissions.end.withdrawnBy' : `permissions.end.${how}`;
}
