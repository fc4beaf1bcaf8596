/** Reads of accounts and their movements, each one statement over an index, however long the history is. */
import type { PaymentProduct } from '@portico/contract';
import { sql } from 'kysely';
import type { BookedPlace, MovementsWanted, Owner, PendingPlace, StructuredRemittance } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { BookingKind } from './ledger.ts';

export interface AccountRow {
  readonly account_id: string;
  readonly iban: string;
  readonly account_currency: string;
  readonly account_name: string;
  readonly holder_name: string;
  readonly status: 'enabled' | 'blocked';
  readonly country: 'ee' | 'lv' | 'lt';
  readonly customer_type: 'person' | 'company';
  readonly booked_cents: number;
  readonly available_cents: number;
  /** The seeded history waits to be booked: do that and read again. */
  readonly is_history_due: boolean;
}

/** Null in a row of an account without movements. */
export interface BookedRow {
  readonly entry_id: number | null;
  readonly transaction_id: string;
  readonly booking_date: string;
  readonly part: 'principal' | 'fee';
  readonly amount_cents: number;
  readonly debtor_name: string;
  readonly debtor_iban: string | null;
  readonly creditor_name: string;
  readonly creditor_iban: string | null;
  readonly remittance: string;
  readonly end_to_end_id: string;
  readonly remittance_structured: StructuredRemittance | null;
  readonly product: PaymentProduct | null;
  readonly kind: BookingKind;
}

export interface PendingRow
  extends Pick<
    BookedRow,
    'part' | 'remittance_structured' | 'product' | 'amount_cents' | 'creditor_name' | 'creditor_iban' | 'remittance' | 'end_to_end_id'
  > {
  readonly pending_id: string | null;
  /** Null for a hold of a server of the version before. */
  readonly transaction_id: string | null;
  readonly placed_at: Date;
}

/** The place before the newest movement: later than every entry of the last day. */
const NO_ENTRY = Number.MAX_SAFE_INTEGER;

const accountColumns = sql`account.id as account_id, account.iban, account.currency as account_currency, account.name as account_name,
  account.holder_name, account.status, customer.country, customer.type as customer_type, account_balance.balance_cents as booked_cents,
  case when customer.scenario = 'notEnoughMoney' then 0 else account_balance.balance_cents - account_balance.held_cents end as available_cents,
  customer.is_history_due`;

const accountTables = sql`account
  join account_balance on account_balance.account_id = account.id
  join customer on customer.id = account.customer_id and customer.removed_at is null`;

const ofOwner = ({ sandboxId, customerId }: Given<Owner>) => sql`account.sandbox_id = ${sandboxId} and account.customer_id = ${customerId}
  and account.kind = 'customer' and account.status <> 'closed'`;

const movementColumns = sql`entry.id as entry_id, entry.transaction_id, entry.booking_date, entry.part, entry.amount_cents,
  booking.debtor_name, booking.debtor_iban, booking.creditor_name, booking.creditor_iban, booking.remittance, booking.end_to_end_id,
  booking.remittance_structured, booking.product, booking.kind`;

/** An opening is no transaction: it makes the balance that the sandbox's account begins with. */
const movementTables = sql`ledger_entry as entry join ledger_transaction as booking on booking.id = entry.transaction_id and booking.kind <> 'opening'`;

const selectAccounts = prepared(
  (_reader, given: Given<Owner>) => sql<AccountRow>`
    select ${accountColumns} from ${accountTables} where ${ofOwner(given)} order by account.position, account.id`,
);

export async function readAccountRows(reader: Reader, { sandboxId, customerId }: Owner): Promise<readonly AccountRow[]> {
  return (await selectAccounts(reader, { sandboxId, customerId })).rows;
}

interface Wanted extends Owner, MovementsWanted {}

const selectBooked = prepared(
  (_reader, given: Given<Wanted & BookedPlace>) => sql<AccountRow & BookedRow>`
    select ${accountColumns}, movement.*
    from ${accountTables}
    left join lateral (
      select ${movementColumns} from ${movementTables}
      where entry.account_id = account.id and entry.generation = customer.generation
        and entry.booking_date >= ${given.dateFrom}::date and entry.booking_date <= ${given.dateTo}::date
        and entry.id <= coalesce(${given.upTo}::bigint, ${NO_ENTRY}::bigint)
        and (entry.booking_date, entry.id) < (${given.bookingDate}::date, ${given.entryId}::bigint)
      order by entry.booking_date desc, entry.id desc limit ${given.limit}::integer
    ) as movement on true
    where ${ofOwner(given)} and account.id = ${given.accountId}
    order by movement.booking_date desc, movement.entry_id desc`,
);

/** One row for each movement, at least one for an account that exists. */
export async function readBookedRows(
  reader: Reader,
  wanted: Wanted & { readonly after: BookedPlace | undefined },
): Promise<readonly (AccountRow & BookedRow)[]> {
  const { after = { bookingDate: wanted.dateTo, entryId: NO_ENTRY }, ...rest } = wanted;
  return (await selectBooked(reader, { ...rest, ...after })).rows;
}

const selectBookedSince = prepared(
  (_reader, given: Given<Wanted & { entryId: number }>) => sql<AccountRow & BookedRow & { knows_entry: boolean }>`
    select ${accountColumns}, movement.*,
      exists (select from ledger_entry as known
        where known.id = ${given.entryId}::bigint and known.account_id = account.id and known.generation = customer.generation) as knows_entry
    from ${accountTables}
    left join lateral (
      select ${movementColumns} from ${movementTables}
      where entry.account_id = account.id and entry.generation = customer.generation and entry.id > ${given.entryId}::bigint
        and entry.id <= coalesce(${given.upTo}::bigint, ${NO_ENTRY}::bigint)
        and entry.booking_date >= ${given.dateFrom}::date and entry.booking_date <= ${given.dateTo}::date
      order by entry.id limit ${given.limit}::integer
    ) as movement on true
    where ${ofOwner(given)} and account.id = ${given.accountId}
    order by movement.entry_id`,
);

export async function readBookedRowsSince(
  reader: Reader,
  wanted: Wanted & { readonly entryId: number },
): Promise<readonly (AccountRow & BookedRow & { readonly knows_entry: boolean })[]> {
  return (await selectBookedSince(reader, wanted)).rows;
}

const selectNewestEntry = prepared(
  (_reader, given: Given<Owner & { accountId: string }>) => sql<{ newest: number }>`
    select coalesce(max(entry.id), 0) as newest
    from account join customer on customer.id = account.customer_id
      join ledger_entry as entry on entry.account_id = account.id and entry.generation = customer.generation
    where ${ofOwner(given)} and account.id = ${given.accountId}`,
);

/** 0 for an account without entries. */
export async function readNewestEntryId(reader: Reader, wanted: Owner & { readonly accountId: string }): Promise<number> {
  return (await selectNewestEntry(reader, wanted)).rows[0]?.newest ?? 0;
}

const selectPending = prepared(
  (_reader, given: Given<Wanted & PendingPlace & { timeZone: string }>) => sql<AccountRow & PendingRow>`
    select ${accountColumns}, movement.*
    from ${accountTables}
    left join lateral (
      select moved.pending_id, hold.placed_at, moved.part, moved.amount_cents, hold.creditor_name, hold.creditor_iban,
        hold.remittance, hold.end_to_end_id, hold.remittance_structured, hold.product, hold.transaction_id
      from account_hold as hold cross join lateral (values
        ('principal', hold.payment_id, hold.fee_cents - hold.amount_cents),
        ('fee', hold.payment_id || '-fee', -hold.fee_cents)
      ) as moved (part, pending_id, amount_cents)
      where hold.account_id = account.id and hold.state = 'held' and hold.generation = customer.generation
        and (hold.placed_at at time zone ${given.timeZone}::text)::date between ${given.dateFrom}::date and ${given.dateTo}::date
        and moved.amount_cents <> 0
        and (hold.placed_at, moved.pending_id) < (${given.placedAt}::timestamptz, ${given.pendingId}::text)
      order by hold.placed_at desc, moved.pending_id desc limit ${given.limit}::integer
    ) as movement on true
    where ${ofOwner(given)} and account.id = ${given.accountId}
    order by movement.placed_at desc, movement.pending_id desc`,
);

const END_OF_TIME: PendingPlace = { placedAt: new Date('9999-12-31T00:00:00Z'), pendingId: '' };

export async function readPendingRows(
  reader: Reader,
  wanted: Wanted & { readonly after: PendingPlace | undefined; readonly timeZone: string },
): Promise<readonly (AccountRow & PendingRow)[]> {
  const { after = END_OF_TIME, ...rest } = wanted;
  return (await selectPending(reader, { ...rest, ...after })).rows;
}

const selectTransaction = prepared(
  (_reader, given: Given<Owner & { accountId: string; transactionId: string; part: 'principal' | 'fee' }>) => sql<AccountRow & BookedRow>`
    select ${accountColumns}, ${movementColumns}
    from ${accountTables} join ${movementTables} on entry.account_id = account.id and entry.generation = customer.generation
    where ${ofOwner(given)} and account.id = ${given.accountId} and entry.transaction_id = ${given.transactionId} and entry.part = ${given.part}`,
);

export async function readTransactionRow(
  reader: Reader,
  wanted: Owner & { readonly accountId: string; readonly transactionId: string; readonly part: 'principal' | 'fee' },
): Promise<(AccountRow & BookedRow) | undefined> {
  return (await selectTransaction(reader, wanted)).rows[0];
}
