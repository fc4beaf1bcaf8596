/** Payments for the bank's staff: counts of a day, orders that are late, and lists by status. Runs and items are parts of their payment. */
import type { TransactionStatus } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';

export interface StaffPayment {
  readonly paymentId: string;
  readonly appId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly receivedAt: Date;
}

const OWN = sql`bulk_payment_id is null and periodic_payment_id is null`;
const COLUMNS = sql`payment_id as "paymentId", app_id as "appId", status, amount_cents as "amountCents", currency, received_at as "receivedAt"`;

/** Received from one time until before another one, most frequent status first. */
export async function countByStatus(reader: Reader, from: Date, until: Date): Promise<{ status: TransactionStatus; count: number }[]> {
  const { rows } = await sql<{ status: TransactionStatus; count: number }>`
    select status, count(*)::integer as count from payment
    where received_at >= ${from}::timestamptz and received_at < ${until}::timestamptz and ${OWN}
    group by status order by 2 desc, 1`.execute(reader);
  return rows;
}

/** Orders whose execution is late by these minutes of tenant time, the oldest first. Also runs and items, which are executed. */
export async function listLate(
  reader: Reader,
  { minutes, limit }: { readonly minutes: number; readonly limit: number },
): Promise<readonly (StaffPayment & { readonly dueAt: Date })[]> {
  const { rows } = await sql<StaffPayment & { dueAt: Date }>`
    select ${COLUMNS}, execute_at as "dueAt" from payment
    where is_due and execute_at <= ${tenantNow(sql.ref('payment.sandbox_id'))} - ${minutes}::integer * interval '1 minute'
    order by execute_at, payment_id limit ${limit}`.execute(reader);
  return rows;
}

export interface StatusPage {
  readonly status: TransactionStatus;
  /** Only payments before this one. */
  readonly before: string | undefined;
  readonly limit: number;
  /** The most payments that are searched. */
  readonly searchedMax: number;
}

export interface FoundPayments {
  readonly payments: readonly StaffPayment[];
  readonly searched: number;
  /** The last payment that was searched. */
  readonly lastId: string | undefined;
  readonly lastReceivedAt: Date | undefined;
}

/**
 * Newest first. There is no index on the status, because every change of a status would then cost more. The newest payments are searched instead, in
 * the order of their index, and a page says how far it got. The cursor is an id: a time in milliseconds would skip payments.
 */
export async function listByStatus(reader: Reader, { status, before, limit, searchedMax }: StatusPage): Promise<FoundPayments> {
  const older =
    before === undefined
      ? sql``
      : sql`and (received_at, payment_id) < ((select of.received_at from payment as of where of.payment_id = ${before}), ${before})`;
  const { rows } = await sql<Partial<StaffPayment> & { searched: number; lastId: string | null; lastReceivedAt: Date | null }>`
    with searched as materialized (
      select payment_id, app_id, status, amount_cents, currency, received_at from payment
      where ${OWN} ${older}
      order by received_at desc, payment_id desc limit ${searchedMax}
    ), edge as (
      select (select count(*)::integer from searched) as searched, payment_id as "lastId", received_at as "lastReceivedAt"
      from searched order by received_at, payment_id limit 1
    )
    select edge.*, found.* from edge left join lateral (
      select ${COLUMNS} from searched where status = ${status} order by received_at desc, payment_id desc limit ${limit}
    ) as found on true`.execute(reader);
  const [first] = rows;
  return {
    payments: rows.filter((row): row is typeof row & StaffPayment => typeof row.paymentId === 'string'),
    searched: first?.searched ?? 0,
    lastId: first?.lastId ?? undefined,
    lastReceivedAt: first?.lastReceivedAt ?? undefined,
  };
}
