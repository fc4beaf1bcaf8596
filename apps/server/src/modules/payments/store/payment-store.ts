/** The rows of payments. Every query names the sandbox; a payment is locked before a decision about it. */
import type { PaymentProductPath, TransactionStatus } from '@portico/contract';
import { sql } from 'kysely';
import { BANK_TENANT, type BankKind } from '#modules/bank/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantMoment, tenantNow } from '#platform/tenant/tenant-time.ts';
import type { AnyNewPayment, AnyPayment } from '../model/payment.ts';
import { fromRow, type PaymentTables, toRow } from './payment-row.ts';

export interface StatusChange {
  readonly status: TransactionStatus;
  readonly changedAt: Date;
}

/** The caller: a provider sees only the payments that its own application sent for this customer. */
export interface PaymentOwner {
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
}

/** First segment of the paths for this kind of payment. */
export type PaymentService = 'payments' | 'periodic-payments' | 'bulk-payments';

interface PaymentPath {
  readonly service: PaymentService;
  readonly product: PaymentProductPath;
}

export async function insertPayment(tx: Tx, payment: AnyNewPayment): Promise<void> {
  const tables = tx.withTables<PaymentTables>();
  await tables.insertInto('payment').values(toRow(payment)).execute();
  await tables
    .insertInto('payment_status_change')
    .values({
      payment_id: payment.paymentId,
      position: 1,
      sandbox_id: payment.sandboxId,
      from_status: null,
      status: 'RCVD',
      changed_at: payment.receivedAt,
    })
    .execute();
}

const selectById = prepared((reader, given: Given<PaymentId>) => selectPayment(reader, given));
const lockById = prepared((reader, given: Given<PaymentId>) => selectPayment(reader, given).forUpdate());

export async function findPayment(reader: Reader, sandboxId: string, paymentId: string): Promise<AnyPayment | undefined> {
  const [row] = (await selectById(reader, { sandboxId, paymentId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

const selectTimed = prepared((reader, given: Given<PaymentId>) =>
  selectPayment(reader, given).select(tenantNow(sql.ref('payment.sandbox_id')).as('now')),
);

const lockTimed = prepared((reader, given: Given<PaymentId>) =>
  selectPayment(reader, given)
    .select(tenantNow(sql.ref('payment.sandbox_id')).as('now'))
    .forUpdate(),
);

/** As {@link findPayment}, or with `forUpdate` as {@link lockPayment}, with the tenant time of the query. */
export async function findTimedPayment(
  reader: Reader,
  sandboxId: string,
  paymentId: string,
  forUpdate = false,
): Promise<{ readonly payment: AnyPayment; readonly now: Date } | undefined> {
  const [row] = (await (forUpdate ? lockTimed : selectTimed)(reader, { sandboxId, paymentId })).rows;
  return row && { payment: fromRow(row), now: row.now };
}

export async function findOwnPayment(
  reader: Reader,
  owner: PaymentOwner,
  { service, product }: PaymentPath,
  paymentId: string,
): Promise<AnyPayment | undefined> {
  const row = await selectPayment(reader, { sandboxId: owner.sandboxId, paymentId })
    .where('app_id', '=', owner.appId)
    .where('customer_id', '=', owner.customerId)
    .where('product', '=', product)
    .where('frequency', service === 'periodic-payments' ? 'is not' : 'is', null)
    .where('item_count', service === 'bulk-payments' ? 'is not' : 'is', null)
    .where('bulk_payment_id', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Reads a payment and locks it until the transaction ends, so that signing, refusing and executing it run one after another. */
export async function lockPayment(tx: Tx, sandboxId: string, paymentId: string): Promise<AnyPayment | undefined> {
  const [row] = (await lockById(tx, { sandboxId, paymentId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

const lockAtMoment = prepared((reader, given: Given<PaymentId>) =>
  reader
    .withTables<PaymentTables>()
    .with('locked', () => selectPayment(reader, given).forUpdate())
    .selectFrom('locked')
    .selectAll()
    .select(tenantMoment(sql.ref('locked.sandbox_id')).as('moment')),
);

/** As {@link lockPayment}, with the tenant time after the lock was given: no transaction that changed the payment before is later. */
export async function lockPaymentAtMoment(
  tx: Tx,
  sandboxId: string,
  paymentId: string,
): Promise<{ readonly payment: AnyPayment; readonly moment: Date } | undefined> {
  const [row] = (await lockAtMoment(tx, { sandboxId, paymentId })).rows;
  return row && { payment: fromRow(row), moment: row.moment };
}

const lockByIds = prepared((reader, given: Given<{ sandboxId: string; paymentIds: readonly string[] }>) =>
  reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .selectAll()
    .where('sandbox_id', '=', given.sandboxId)
    .where(sql<boolean>`payment_id = ${anyOf(given.paymentIds)}`)
    .orderBy('payment_id')
    .forUpdate(),
);

/** As {@link lockPayment}, for those that exist; in one order, so that transactions do not deadlock. */
export async function lockPayments(tx: Tx, sandboxId: string, paymentIds: readonly string[]): Promise<readonly AnyPayment[]> {
  return (await lockByIds(tx, { sandboxId, paymentIds })).rows.map(fromRow);
}

/** Payments and runs that are due, oldest first, at most `limit`, of all tenants of this kind of bank. */
export async function listOverdueExecutions(
  tx: Tx,
  kind: BankKind,
  limit: number,
): Promise<readonly { sandboxId: string; paymentId: string; status: TransactionStatus; executeAt: Date }[]> {
  const rows = await tx
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select(['sandbox_id', 'payment_id', 'status', 'execute_at'])
    .where('sandbox_id', kind === 'adapter' ? '=' : '<>', BANK_TENANT)
    .where('is_due', '=', sql.lit(true))
    .where('execute_at', '<=', tenantNow(sql.ref('payment.sandbox_id')))
    .orderBy('execute_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ sandbox_id, payment_id, status, execute_at }) =>
    execute_at === null ? [] : [{ sandboxId: sandbox_id, paymentId: payment_id, status, executeAt: execute_at }],
  );
}

/** A customer's payments that are neither executed, rejected nor cancelled, in the order of their ids. Items count as part of their bulk payment. */
export async function listOpenPayments(tx: Tx, owner: Pick<PaymentOwner, 'sandboxId' | 'customerId'>): Promise<readonly string[]> {
  const rows = await tx
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select('payment_id')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .where('status', 'not in', ['ACSC', 'ACCC', 'ACWP', 'RJCT', 'CANC', 'BLCK', 'PART'])
    .where('bulk_payment_id', 'is', null)
    .orderBy('payment_id')
    .execute();
  return rows.map((row) => row.payment_id);
}

/** The next payment of a sandbox that is due for a second signature, a run or execution, up to a tenant time. */
export async function findNextExecution(
  reader: Reader,
  sandboxId: string,
  until: Date,
): Promise<{ readonly paymentId: string; readonly executeAt: Date } | undefined> {
  const row = await reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select(['payment_id', 'execute_at'])
    .where('sandbox_id', '=', sandboxId)
    .where('is_due', '=', sql.lit(true))
    .where('execute_at', '<=', until)
    .orderBy('execute_at')
    .limit(1)
    .executeTakeFirst();
  return row?.execute_at == null ? undefined : { paymentId: row.payment_id, executeAt: row.execute_at };
}

export async function deletePayments(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<PaymentTables>();
  await tables.deleteFrom('payment_status_change').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('payment').where('sandbox_id', '=', sandboxId).execute();
}

export async function readStatusHistory(reader: Reader, sandboxId: string, paymentId: string): Promise<readonly StatusChange[]> {
  const rows = await reader
    .withTables<PaymentTables>()
    .selectFrom('payment_status_change')
    .select(['status', 'changed_at'])
    .where('sandbox_id', '=', sandboxId)
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ status: row.status, changedAt: row.changed_at }));
}

interface PaymentId {
  readonly sandboxId: string;
  readonly paymentId: string;
}

function selectPayment(reader: Reader, { sandboxId, paymentId }: PaymentId | Given<PaymentId>) {
  return reader.withTables<PaymentTables>().selectFrom('payment').selectAll().where('sandbox_id', '=', sandboxId).where('payment_id', '=', paymentId);
}
