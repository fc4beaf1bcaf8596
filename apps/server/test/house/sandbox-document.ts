/** Small documents of a sandbox. */
import type { DocumentTransaction, SandboxDocument } from '@portico/contract';

/** A person with one account, whose balance is the sum of the transactions. */
export function documentPerson(firstName: string, cents: readonly number[], openingCents = 100_000): SandboxDocument['customers'][number] {
  const amount = (value: number) => ({ amount: (value / 100).toFixed(2), currency: 'EUR' as const });
  const transactions = cents.map(
    (value, index): DocumentTransaction => ({
      bookedAt: new Date(Date.UTC(2026, 0, 1, 9, index)).toISOString(),
      kind: 'transfer',
      amount: amount(value),
      counterpartName: 'Lumen Books OÜ',
      counterpartIban: 'EE869800100045081764',
    }),
  );
  const balance = cents.reduce((sum, value) => sum + value, openingCents);
  const account = { name: 'Everyday account', currency: 'EUR' as const, status: 'enabled' as const };
  return {
    country: 'ee',
    type: 'person',
    firstName,
    surname: 'Katse',
    scenario: 'approves',
    accounts: [{ ...account, openingBalance: amount(openingCents), balance: amount(balance), transactions }],
  };
}

export const documentOf = (...customers: SandboxDocument['customers']): SandboxDocument => ({
  format: 'portico-sandbox',
  version: 1,
  now: '2026-01-02T00:00:00.000Z',
  customers,
});

export const oneCustomer = documentOf(documentPerson('Mari', []));

/** The same customer as CSV files. */
export const oneCustomerTables = [
  'User name,Country,Type,First name,Surname,Scenario\nmari,ee,person,Mari,Katse,approves\n',
  'User name,IBAN,Name,Currency,Status,Opening balance,Booked balance\nmari,1,Everyday account,EUR,enabled,1000.00,1000.00\n',
];
