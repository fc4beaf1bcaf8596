/** Writes the ledger. {@link book} writes every booking; nothing changes or deletes one. */
import { isoDateIn } from '@portico/primitives';
import { sql } from 'kysely';
import { BANK_TIME_ZONE } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, unawaited } from '#platform/db/prepared.ts';
import { assertBalanced, type Booking } from './ledger.ts';

export interface LedgerFinding {
  readonly kind: 'unbalancedTransaction' | 'wrongBalance' | 'overdrawn' | 'wrongHold';
  readonly id: string;
}

/** Writes bookings with their entries in one statement; triggers update the balances. A payment that is already booked is left out. */
export async function book(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  bookings.forEach(assertBalanced);
  const transactions = bookings.map(({ entries: _, bookedAt, ...booking }) => ({
    ...booking,
    bookedAt: bookedAt.toISOString(),
    bookingDate: isoDateIn(BANK_TIME_ZONE, bookedAt),
  }));
  const entries = bookings
    .flatMap(({ sandboxId, transactionId, entries: parts }) => parts.map((entry) => ({ sandboxId, transactionId, ...entry })))
    .map((entry, position) => ({ ...entry, position }));
  await insertBookings(tx, { transactions: JSON.stringify(transactions), entries: JSON.stringify(entries) });
}

const insertBookings = unawaited(
  (_reader, given: Given<{ transactions: string; entries: string }>) => sql`
    with written as (insert into ledger_transaction (id, sandbox_id, kind, payment_id, booked_at, booking_date,
      debtor_name, debtor_iban, creditor_name, creditor_iban, remittance, remittance_structured, end_to_end_id, product)
    select "transactionId", "sandboxId", kind, "paymentId", "bookedAt", "bookingDate",
      "debtorName", "debtorIban", "creditorName", "creditorIban", remittance, "remittanceStructured", "endToEndId", product
    from jsonb_to_recordset(${given.transactions}::text::jsonb) as booking (
      "transactionId" text, "sandboxId" text, kind text, "paymentId" text, "bookedAt" timestamptz, "bookingDate" date,
      "debtorName" text, "debtorIban" text, "creditorName" text, "creditorIban" text, remittance text, "remittanceStructured" jsonb, "endToEndId" text, product text)
    on conflict (payment_id) do nothing
    returning id, booking_date)
    insert into ledger_entry (sandbox_id, transaction_id, account_id, generation, part, amount_cents, currency, booking_date)
    select "sandboxId", written.id, "accountId", generation, part, "amountCents", currency, written.booking_date
    from jsonb_to_recordset(${given.entries}::text::jsonb) as entry (
      "sandboxId" text, "transactionId" text, "accountId" text, generation integer, part text, "amountCents" bigint, currency text,
      position integer)
    join written on written.id = entry."transactionId"
    order by position`,
);

/** Recomputes everything that the triggers maintain, over all sandboxes, and returns the differences. An empty list means that all is consistent. */
export async function verifyLedger(reader: Reader): Promise<readonly LedgerFinding[]> {
  const { rows } = await sql<LedgerFinding>`
    select 'unbalancedTransaction' as kind, transaction.id
      from ledger_transaction as transaction left join ledger_entry as entry on entry.transaction_id = transaction.id
      group by transaction.id, entry.currency having coalesce(sum(entry.amount_cents), 1) <> 0
    union all
    select 'wrongBalance', balance.account_id
      from account_balance as balance left join ledger_entry as entry on entry.account_id = balance.account_id
      group by balance.account_id, balance.balance_cents having balance.balance_cents <> coalesce(sum(entry.amount_cents), 0)
    union all
    select 'overdrawn', account_id from account_balance where balance_cents < held_cents
    union all
    select 'wrongHold', balance.account_id
      from account_balance as balance left join account_hold as hold on hold.account_id = balance.account_id and hold.state = 'held'
      group by balance.account_id, balance.held_cents having balance.held_cents <> coalesce(sum(hold.amount_cents), 0)`.execute(reader);
  return rows;
}
