import type { Threat } from './threat.ts';

const guards = 'apps/server/src/modules/bank-sandbox/store/ledger-guards.test.ts';

export const T7: Threat = {
  id: 'T7',
  title: 'Payments that race for the same money',
  defence: 'The account is locked before its balance is read, the funds are checked behind the lock, and the database refuses what is not covered.',
  proofs: [
    {
      rule: 'who comes too late is told what is left',
      test: { file: 'apps/server/test/storms/payment-storms.test.ts', name: 'of payments that each want the whole balance pays exactly one' },
      disable: {
        file: 'apps/server/src/modules/payments/authorisation/debtor-checks.ts',
        find: 'Not enough money, available $',
        replace: 'Not enough money, short $',
      },
    },
    {
      rule: 'the database lets no balance fall below what is held on it',
      test: { file: guards, name: 'to go below zero' },
      disable: {
        file: 'apps/server/migrations/0003-bank.sql',
        find: 'constraint account_not_overdrawn check (balance_cents - held_cents >= 0)',
        replace: 'constraint account_not_overdrawn check (balance_cents is not null)',
      },
    },
  ],
};
