/** The items of bulk payments: rows of `payment` that name theirs. They are written and read together, never one by one. */
import type { TransactionStatus } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { BulkPayment, NewPayment, Payment, PaymentSignature } from '../model/payment.ts';
import type { ItemFee } from '../model/plan.ts';
import { type PaymentTables, toPayment, toRecord } from './payment-row.ts';

type BulkKey = Pick<BulkPayment, 'sandboxId' | 'paymentId'>;

/** Any number in two statements. */
export async function insertItems(tx: Tx, items: readonly NewPayment[]): Promise<void> {
  const records = items.map(toRecord);
  const columns = sql.join(Object.keys(records[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    with item as (
      insert into payment (${columns}) select ${columns} from jsonb_populate_recordset(null::payment, ${JSON.stringify(records)}::text::jsonb)
      returning payment_id, sandbox_id, status, received_at
    )
    insert into payment_status_change (payment_id, position, sandbox_id, status, changed_at)
    select payment_id, 1, sandbox_id, status, received_at from item`.execute(tx);
}

/** In the order of the request. */
export async function listItems(reader: Reader, bulk: BulkKey): Promise<readonly Payment[]> {
  return (await selectItems(reader, bulk).execute()).map(toPayment);
}

/** The first so many that have this status of their own. */
export async function listItemsAt(reader: Reader, bulk: BulkKey, status: TransactionStatus, limit: number): Promise<readonly Payment[]> {
  return (await selectItems(reader, bulk).where('status', '=', status).limit(limit).execute()).map(toPayment);
}

/** How many items have which status of their own. */
export async function countItems(reader: Reader, bulk: BulkKey): Promise<ReadonlyMap<TransactionStatus, number>> {
  const rows = await reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select(['status', sql<number>`count(*)::integer`.as('items')])
    .where('sandbox_id', '=', bulk.sandboxId)
    .where('bulk_payment_id', '=', bulk.paymentId)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, items }) => [status, items]));
}

/** In the order of the request. */
export async function listItemIds(reader: Reader, bulk: BulkKey): Promise<readonly string[]> {
  return (await selectItemIds(reader, bulk).execute()).map((row) => row.payment_id);
}

/** Those that have this status of their own. */
export async function listItemIdsAt(reader: Reader, bulk: BulkKey, status: TransactionStatus): Promise<readonly string[]> {
  return (await selectItemIds(reader, bulk).where('status', '=', status).execute()).map((row) => row.payment_id);
}

export interface PayeeShare {
  readonly creditorIban: string;
  readonly amountCents: number;
}

/** Whom the items pay, and how much each. */
export async function listShares(reader: Reader, bulk: BulkKey): Promise<readonly PayeeShare[]> {
  const rows = await reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select([sql<string>`creditor_iban`.as('creditorIban'), 'amount_cents as amountCents'])
    .where('sandbox_id', '=', bulk.sandboxId)
    .where('bulk_payment_id', '=', bulk.paymentId)
    .orderBy('item_number')
    .execute();
  return rows;
}

/** What the signature of the bulk payment means for each item: the account, and its own part of the fee. */
export async function signItems(tx: Tx, bulk: BulkKey, { debtorIban, signedAt }: PaymentSignature, fees: readonly ItemFee[]): Promise<void> {
  await sql`
    update payment set debtor_iban = ${debtorIban}, signed_at = ${signedAt}, fee_cents = item."feeCents"
    from jsonb_to_recordset(${JSON.stringify(fees)}::text::jsonb) as item ("paymentId" text, "feeCents" bigint)
    where payment.sandbox_id = ${bulk.sandboxId} and payment.bulk_payment_id = ${bulk.paymentId} and payment.payment_id = item."paymentId"`.execute(
    tx,
  );
}

function selectItems(reader: Reader, { sandboxId, paymentId }: BulkKey) {
  return reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('bulk_payment_id', '=', paymentId)
    .orderBy('item_number');
}

function selectItemIds(reader: Reader, { sandboxId, paymentId }: BulkKey) {
  return reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select('payment_id')
    .where('sandbox_id', '=', sandboxId)
    .where('bulk_payment_id', '=', paymentId)
    .orderBy('item_number');
}
