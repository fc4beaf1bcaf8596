/** What the permissions page reads, as the server sends it. */
import type { Permission, PermissionAnswer, PermissionReading, PermissionReadings, Permissions } from '@portico/contract';

const visitor = { name: 'Liis Näidis', bankCountry: 'ee', authMethod: 'SMART_ID' } as const;

export const everything: Permission = {
  permissionId: 'cns_1',
  kind: 'consent',
  state: 'valid',
  tppName: 'Lumen Books OÜ',
  tppApplicationName: 'Lumen Books online',
  accountHolder: 'Liis Näidis',
  form: 'global',
  accounts: [{ iban: 'EE731010220106546000', currency: 'EUR', name: 'Everyday account', hasBalances: true, hasTransactions: true }],
  hasBalances: true,
  hasTransactions: true,
  hasOwnerName: false,
  isRecurring: true,
  frequencyPerDay: 4,
  askedAt: '2026-11-20T12:06:00.000Z',
  givenAt: '2026-11-20T12:07:00.000Z',
  validUntil: '2027-05-19',
  lastUsedAt: '2026-11-21T06:30:00.000Z',
  readingsLately: 3,
  isWithdrawable: true,
};

export const withdrawn: Permission = {
  ...everything,
  state: 'ended',
  accounts: [],
  end: { how: 'withdrawn', on: '2026-11-21', at: '2026-11-21T07:00:00.000Z' },
  isWithdrawable: false,
};

/** Two accounts with different rights, one of them closed since. */
export const chosen: Permission = {
  ...everything,
  permissionId: 'cns_2',
  form: 'bankOffered',
  isRecurring: false,
  frequencyPerDay: 1,
  accounts: [
    { iban: 'EE731010220106546000', currency: 'EUR', name: 'Everyday account', hasBalances: true, hasTransactions: true },
    { iban: 'EE869800100045081764', currency: 'EUR', hasBalances: true, hasTransactions: false },
  ],
  readingsLately: 0,
};

const { validUntil: _validUntil, form: _form, frequencyPerDay: _frequency, lastUsedAt: _lastUsed, ...anyKind } = everything;
export const statement: Permission = {
  ...anyKind,
  permissionId: 'sta_1',
  kind: 'statement',
  hasBalances: false,
  isRecurring: false,
  period: { dateFrom: '2026-01-01', dateTo: '2026-06-30' },
  readableUntil: '2026-11-20T12:22:00.000Z',
  isWithdrawable: false,
};

export function listOf(permissions: readonly Permission[], more: Partial<Permissions> = {}): Permissions {
  return { visitor, companies: [], permissions: [...permissions], ...more };
}

export function answerOf(permission: Permission): PermissionAnswer {
  return { visitor, permission };
}

export const VISIT = { visitor, secondsLeft: 300 };

/** Two days: the list and the balance of one account, then a closed account's transactions. */
export const READINGS: readonly PermissionReading[] = [
  {
    on: '2026-11-21',
    what: 'balances',
    iban: 'EE731010220106546000',
    accountName: 'Everyday account',
    withCustomer: 1,
    withoutCustomer: 2,
    lastAt: '2026-11-21T06:30:00.000Z',
  },
  { on: '2026-11-21', what: 'accounts', withCustomer: 0, withoutCustomer: 1, lastAt: '2026-11-21T06:29:00.000Z' },
  { on: '2026-11-20', what: 'transactions', withCustomer: 3, withoutCustomer: 0, lastAt: '2026-11-20T12:10:00.000Z' },
];

export function readingsOf(readings: readonly PermissionReading[], next?: string): PermissionReadings {
  return { visitor, readings: [...readings], ...(next === undefined ? {} : { next }) };
}
