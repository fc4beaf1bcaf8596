/**
 * The ledger: every movement has both sides in one transaction, what is booked is never changed, and the first answer to an order is kept
 * with it: whoever asks again, for whatever reason, gets that answer and moves nothing.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { buildIban, OPENING_CENTS, PEOPLE } from './people.ts';

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists account (id text primary key, customer_id text, iban text unique, name text not null);
  create table if not exists entry (
    id integer primary key autoincrement, transaction_id text not null, account_id text not null references account (id), cents integer not null,
    part text not null, booking_date text not null, counterpart_name text, counterpart_iban text, remittance text, end_to_end_id text);
  create index if not exists entry_account on entry (account_id, id);
  create index if not exists entry_transaction on entry (transaction_id, account_id);
  create table if not exists hold (
    payment_id text primary key, account_id text, cents integer not null, placed_at text not null, state text not null,
    counterpart_name text, counterpart_iban text, remittance text, end_to_end_id text);
  create index if not exists hold_account on hold (account_id) where state = 'held';
  create table if not exists answer (
    payment_id text not null, call text not null, product text not null, asked text not null, outcome text not null,
    primary key (payment_id, call, product)) without rowid;
  create table if not exists event (number integer primary key autoincrement, event_id text not null unique, at text not null, kind text not null, about text not null);
  create table if not exists closed_account (iban text primary key) without rowid;
  create table if not exists gone (customer_id text primary key) without rowid;
`;

export const CLEARING = 'clearing';
export const FEES = 'fees';

export type Row = Readonly<Record<string, SQLOutputValue>>;

export interface Ledger {
  rows(statement: string, ...values: readonly SQLInputValue[]): readonly Row[];
  run(statement: string, ...values: readonly SQLInputValue[]): void;
  /** All of it or nothing. One after the other: the file has one writer. */
  inTransaction<Result>(work: () => Result): Result;
}

export function openLedger(file: string, accountsEach: number): Ledger {
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  const ledger: Ledger = {
    rows: (statement, ...values) => database.prepare(statement).all(...values),
    run: (statement, ...values) => void database.prepare(statement).run(...values),
    inTransaction(work) {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
  };
  ledger.inTransaction(() => fill(ledger, accountsEach));
  return ledger;
}

/** The day at the bank. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(new Date());
}

function fill(ledger: Ledger, accountsEach: number): void {
  if (ledger.rows('select 1 from account limit 1').length > 0) return;
  const add = 'insert into account (id, customer_id, iban, name) values (?, ?, ?, ?)';
  ledger.run(add, CLEARING, null, null, 'Other banks');
  ledger.run(add, FEES, null, null, 'Fees');
  for (const [index, { customerId, signsFor }] of PEOPLE.entries()) {
    if (signsFor !== undefined) continue;
    for (let number = 1; number <= accountsEach; number += 1) {
      const id = `${customerId}-${number}`;
      ledger.run(add, id, customerId, buildIban((index + 1) * 1_000_000 + number), `Account ${number}`);
      for (const [account, cents] of [
        [id, OPENING_CENTS],
        [CLEARING, -OPENING_CENTS],
      ] as const) {
        const opening = "insert into entry (transaction_id, account_id, cents, part, booking_date, remittance) values (?, ?, ?, 'principal', ?, ?)";
        ledger.run(opening, `opening-${id}`, account, cents, today(), 'Opening');
      }
    }
  }
}
