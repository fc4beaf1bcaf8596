/**
 * Constraints and triggers of the database, tested with plain SQL that bypasses the ledger's functions. Valid bookings and holds are made by the
 * ledger; every INSERT here is invalid and must be refused.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreditTransfer } from '#modules/bank/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { verifyLedger } from '../index.ts';
import { openTestBank, type TestBank, transferFrom } from '../testing/open-test-bank.ts';
import { book } from './ledger-store.ts';

let test: TestBank;
let liis: string;
let ona: string;
let clearing: string;
let dollars: string;
let number = 0;
let id: string;

beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
  liis = (await test.account('Liis Näidis')).accountId;
  ona = (await test.account('Ona Pavyzdytė')).accountId;
  dollars = (await test.account('Pēteris Mēģinājums', 1)).accountId;
  const { rows } = await sql<{ id: string }>`select id from account where kind = 'clearing' and currency = 'EUR'`.execute(test.database.db);
  clearing = rows[0]?.id ?? '';
});
afterAll(() => test.close());
beforeEach(() => {
  number += 1;
  id = `ltx_guard_${number}`;
});

/** Runs statements in one transaction and commits. */
const attempt = (...statements: string[]): Promise<void> =>
  test.database.db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });

/** A booking of one euro by the ledger itself, under this test's id. */
const bookEuro = (from: string, to: string, paymentId?: string) =>
  test.write(({ tx }) =>
    book(tx, [
      {
        transactionId: id,
        sandboxId: 'sbx_test',
        kind: 'transfer',
        ...(paymentId === undefined ? {} : { paymentId }),
        bookedAt: new Date(),
        debtorName: 'A',
        creditorName: 'B',
        remittance: '',
        endToEndId: 'NOTPROVIDED',
        entries: [
          { accountId: from, generation: 1, part: 'principal', amountCents: -100, currency: 'EUR' },
          { accountId: to, generation: 1, part: 'principal', amountCents: 100, currency: 'EUR' },
        ],
      },
    ]),
  );

/** A hold by the bank itself, on Liis's account, under this test's payment. */
async function holdEuro(): Promise<CreditTransfer> {
  const transfer = transferFrom(await test.account('Liis Näidis'), { paymentId: `pay_${id}`, amountCents: 100 });
  expect(await test.write(({ tx }) => test.bank.holdEach(tx, [transfer]))).toEqual([{ ok: true }]);
  return transfer;
}

const insertTransaction = (paymentId = 'null'): string =>
  `insert into ledger_transaction (id, sandbox_id, kind, payment_id, booked_at, booking_date, debtor_name, creditor_name)
   values ('${id}', 'sbx_test', 'transfer', ${paymentId}, now(), current_date, 'A', 'B')`;

type EntryValues = readonly [account: string, cents: number, currency?: string];

const insertEntries = (...entries: readonly EntryValues[]): string => insertEntriesOn('current_date', entries);

const insertEntriesOn = (date: string, entries: readonly EntryValues[]): string =>
  `insert into ledger_entry (sandbox_id, transaction_id, account_id, generation, part, amount_cents, currency, booking_date) values
   ${entries.map(([account, cents, currency = 'EUR']) => `('sbx_test', '${id}', '${account}', 1, 'principal', ${cents}, '${currency}', ${date})`).join(', ')}`;

const placeHold = (cents: number, state = 'held'): string =>
  `insert into account_hold (payment_id, sandbox_id, account_id, generation, amount_cents, currency, state, placed_at)
   values ('pay_${id}', 'sbx_test', '${liis}', 1, ${cents}, 'EUR', '${state}', now())`;

describe('the ledger accepts', () => {
  it('a transaction whose entries sum to zero, and moves the balance by its entry', async () => {
    const before = await test.available('Liis Näidis');
    await bookEuro(liis, clearing);
    expect(await test.available('Liis Näidis')).toBe(before - 100);
  });
});

describe('the ledger refuses', () => {
  it('entries that do not sum to zero', () =>
    expect(attempt(insertTransaction(), insertEntries([liis, -1_500], [clearing, 1_499]))).rejects.toThrow(/do not sum to zero/));

  it('entries that sum to zero over two currencies only', () =>
    expect(attempt(insertTransaction(), insertEntries([liis, -1_500], [dollars, 1_500, 'USD']))).rejects.toThrow(/do not sum to zero/));

  it('an entry in another currency than its account', () =>
    expect(attempt(insertTransaction(), insertEntries([dollars, -1_500], [clearing, 1_500]))).rejects.toThrow(/foreign key/));

  it('a transaction without entries', () => expect(attempt(insertTransaction())).rejects.toThrow(/has no entries/));

  it('one more entry for a transaction of the past', async () => {
    await bookEuro(liis, clearing);
    await expect(attempt(insertEntries([ona, 100]))).rejects.toThrow(/do not sum to zero/);
  });

  it('an entry dated otherwise than its transaction', () =>
    expect(
      attempt(
        insertTransaction(),
        insertEntriesOn('current_date - 1', [
          [liis, -100],
          [clearing, 100],
        ]),
      ),
    ).rejects.toThrow(/dated otherwise/));

  it('an entry with the amount zero', () => expect(attempt(insertTransaction(), insertEntries([liis, 0]))).rejects.toThrow(/amount_cents/));

  it('an entry on an account of another sandbox', async () => {
    await test.seed('sbx_guard_other');
    await expect(
      attempt(
        insertTransaction(),
        `insert into ledger_entry (sandbox_id, transaction_id, account_id, generation, part, amount_cents, currency, booking_date)
         select 'sbx_test', '${id}', id, 1, 'principal', 100, 'EUR', current_date from account where sandbox_id = 'sbx_guard_other' and currency = 'EUR' limit 1`,
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it.each(['ledger_entry', 'ledger_transaction'])('changing, deleting or truncating %s', async (table) => {
    await expect(attempt(`update ${table} set sandbox_id = sandbox_id`)).rejects.toThrow(/append-only/);
    await expect(attempt(`delete from ${table}`)).rejects.toThrow(/append-only/);
    await expect(attempt(`truncate ${table} cascade`)).rejects.toThrow(/append-only/);
  });

  it('the second booking of one payment', async () => {
    await bookEuro(liis, clearing, 'pay_twice');
    id = `${id}_again`;
    await expect(attempt(insertTransaction("'pay_twice'"), insertEntries([liis, -100], [clearing, 100]))).rejects.toThrow(/payment_id/);
  });
});

describe('a balance refuses', () => {
  it('to go below zero', () =>
    expect(attempt(insertTransaction(), insertEntries([liis, -99_999_999], [clearing, 99_999_999]))).rejects.toThrow(/account_not_overdrawn/));

  it('to be spent below its holds', async () => {
    await expect(attempt(placeHold(99_999_999))).rejects.toThrow(/account_not_overdrawn/);
    const available = await test.available('Liis Näidis');
    await expect(attempt(placeHold(available), insertTransaction(), insertEntries([liis, -1], [clearing, 1]))).rejects.toThrow(
      /account_not_overdrawn/,
    );
  });

  it('to be written without an entry', async () => {
    await expect(attempt(`update account_balance set balance_cents = balance_cents + 1 where account_id = '${liis}'`)).rejects.toThrow(
      /entries and holds/,
    );
    await expect(attempt(`update account_balance set held_cents = 0 where account_id = '${liis}'`)).rejects.toThrow(/entries and holds/);
    await expect(attempt(`delete from account_balance where account_id = '${liis}'`)).rejects.toThrow(/entries and holds/);
    await expect(attempt(`insert into account_balance values ('${clearing}', 'sbx_test', 'EUR', 5, 0)`)).rejects.toThrow(/entries and holds/);
    await expect(attempt('truncate account_balance')).rejects.toThrow(/append-only/);
  });

  it('to change owner, number or currency of its account', async () => {
    for (const change of ["currency = 'USD'", "iban = 'EE00'", "kind = 'merchant', customer_id = null", "sandbox_id = 'sbx_x'"]) {
      await expect(attempt(`update account set ${change} where id = '${liis}'`)).rejects.toThrow(/fixed/);
    }
  });
});

describe('a hold refuses', () => {
  it('to begin as anything but held', () => expect(attempt(placeHold(100, 'released'))).rejects.toThrow(/begins as held/));

  it('to have the amount zero, or an account of the bank', async () => {
    await expect(attempt(placeHold(0))).rejects.toThrow(/amount_cents/);
    await expect(attempt(placeHold(100).replace(liis, clearing))).rejects.toThrow(/Only a customer/);
  });

  it('to be settled without a booking, and to be released with one', async () => {
    await holdEuro();
    await expect(attempt(`update account_hold set state = 'settled' where payment_id = 'pay_${id}'`)).rejects.toThrow(/if and only if/);
    await expect(
      attempt(
        `update account_hold set state = 'released' where payment_id = 'pay_${id}'`,
        insertTransaction(`'pay_${id}'`),
        insertEntries([liis, -100], [clearing, 100]),
      ),
    ).rejects.toThrow(/if and only if/);
  });

  it('to change its amount, to move from a final state, or to be deleted', async () => {
    await holdEuro();
    await expect(attempt(`update account_hold set amount_cents = 1, state = 'released' where payment_id = 'pay_${id}'`)).rejects.toThrow(/ends once/);
    await attempt(`update account_hold set state = 'released' where payment_id = 'pay_${id}'`);
    await expect(attempt(`update account_hold set state = 'held' where payment_id = 'pay_${id}'`)).rejects.toThrow(/ends once/);
    await expect(attempt(`update account_hold set state = 'settled' where payment_id = 'pay_${id}'`)).rejects.toThrow(/ends once/);
    await expect(attempt(`delete from account_hold where payment_id = 'pay_${id}'`)).rejects.toThrow(/never deleted/);
  });
});

describe('after all these attempts', () => {
  it('every balance agrees with its entries and holds', async () => {
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });

  it('the verification finds a balance that was changed with the rights of the table owner', async () => {
    const transfer = transferFrom(await test.account('Ona Pavyzdytė'));
    await test.write(({ tx }) => test.bank.transferInstantly(tx, transfer));
    await attempt('alter table account_balance disable trigger user', `update account_balance set balance_cents = 7 where account_id = '${ona}'`);
    await attempt('alter table account_balance enable trigger user');
    expect(await verifyLedger(test.database.db)).toEqual([{ kind: 'wrongBalance', id: ona }]);
  });
});
