import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { BookingKind } from '../store/ledger.ts';
import { CODES, codeOfBooking } from './booking-code.ts';

/** What the published list has for each kind of booking; a credit is the receiver's, or money that comes back. */
const TABLE: readonly (readonly [kind: BookingKind, debit: string | undefined, credit: string | undefined])[] = [
  ['opening', undefined, undefined],
  ['transfer', undefined, undefined],
  ['salary', 'PMNT-ICDT-SALA', 'PMNT-RCDT-SALA'],
  ['ownTransfer', 'PMNT-ICDT-BOOK', 'PMNT-RCDT-BOOK'],
  ['cardPayment', 'PMNT-CCRD-POSD', undefined],
  ['reset', undefined, undefined],
];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('the bank transaction code of a booking', () => {
  it.each(TABLE)('of the kind %s is %s for the payer and %s for the payee', (kind, debit, credit) => {
    expect([codeOfBooking(kind, -1), codeOfBooking(kind, 1)]).toEqual([debit, credit]);
  });

  it('was decided for every kind that the database stores, and for no other one', async () => {
    const { rows } = await database.query(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'ledger_transaction_kind_check'",
    );
    const stored = [...JSON.stringify(rows).matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
    expect(TABLE.map(([kind]) => kind).toSorted()).toEqual(stored.toSorted());
    expect(Object.keys(CODES).toSorted()).toEqual(stored.toSorted());
  });
});
