/** The ledger's one door. Every cent that ever moves is written by {@link book}; nothing changes or deletes a booking. */
import { isoDateIn } from '@portico/primitives';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { BANK_TIME_ZONE } from './execution-time.ts';
import { assertBalanced, type Booking } from './ledger.ts';

type LedgerTables = {
  ledger_transaction: { id: string; payment_id: string | null };
};

export interface LedgerFinding {
  readonly kind: 'unbalancedTransaction' | 'wrongBalance' | 'overdrawn' | 'wrongHold';
  readonly id: string;
}

/**
 * Writes bookings with their entries, any number in two statements; the database moves the balances along. A payment that is
 * booked already is left out. Answers the transaction ids that were written.
 */
export async function book(tx: Tx, bookings: readonly Booking[]): Promise<ReadonlySet<string>> {
  bookings.forEach(assertBalanced);
  const transactions = bookings.map(({ entries: _, bookedAt, ...booking }) => ({
    ...booking,
    bookedAt: bookedAt.toISOString(),
    bookingDate: isoDateIn(BANK_TIME_ZONE, bookedAt),
  }));
  const { rows } = await sql<{ id: string }>`
    insert into ledger_transaction (id, sandbox_id, kind, payment_id, booked_at, booking_date,
      debtor_name, debtor_iban, creditor_name, creditor_iban, remittance, end_to_end_id)
    select "transactionId", "sandboxId", kind, "paymentId", "bookedAt", "bookingDate",
      "debtorName", "debtorIban", "creditorName", "creditorIban", remittance, "endToEndId"
    from jsonb_to_recordset(${JSON.stringify(transactions)}::text::jsonb) as booking (
      "transactionId" text, "sandboxId" text, kind text, "paymentId" text, "bookedAt" timestamptz, "bookingDate" date,
      "debtorName" text, "debtorIban" text, "creditorName" text, "creditorIban" text, remittance text, "endToEndId" text)
    on conflict (payment_id) do nothing
    returning id`.execute(tx);
  const written = new Set(rows.map((row) => row.id));
  await insertEntries(
    tx,
    bookings.filter((booking) => written.has(booking.transactionId)),
  );
  return written;
}

async function insertEntries(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  const entries = bookings.flatMap(({ sandboxId, transactionId, entries: parts }) => parts.map((entry) => ({ sandboxId, transactionId, ...entry })));
  if (entries.length === 0) return;
  await sql`
    insert into ledger_entry (sandbox_id, transaction_id, account_id, generation, part, amount_cents, currency)
    select "sandboxId", "transactionId", "accountId", generation, part, "amountCents", currency
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as entry (
      "sandboxId" text, "transactionId" text, "accountId" text, generation integer, part text, "amountCents" bigint, currency text)`.execute(tx);
}

export async function isPaymentBooked(reader: Reader, paymentId: string): Promise<boolean> {
  const row = await reader
    .withTables<LedgerTables>()
    .selectFrom('ledger_transaction')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Recomputes everything the triggers maintain, over all sandboxes, and answers what does not agree. Empty is good. */
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
