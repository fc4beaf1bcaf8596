/** The rows of payments. Every query names the sandbox; a payment is locked before anything about it is decided. */
import type { BankCountry, CreditorType, DebtorDetails, PayeeVerificationResult, PaymentProductPath, TransactionStatus } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';
import { type ColumnType, type GeneratedAlways, type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { CreditorAddress, NewPayment, Payment, PaymentSignature, StructuredRemittance } from './payment.ts';

/** jsonb: read as a value, written as text. */
type Json<Value> = ColumnType<Value | null, string | null, string | null>;

type PaymentTable = {
  payment_id: string;
  sandbox_id: string;
  customer_id: string;
  app_id: string;
  bank_country: BankCountry;
  product: PaymentProductPath;
  status: TransactionStatus;
  amount_cents: number;
  currency: string;
  creditor_iban: string;
  creditor_name: string;
  creditor_agent: string | null;
  creditor_type: CreditorType | null;
  creditor_address: Json<CreditorAddress>;
  end_to_end_id: string | null;
  instruction_id: string | null;
  remittance_unstructured: string | null;
  remittance_structured: Json<StructuredRemittance>;
  requested_execution_date: string | null;
  execution_date: string;
  retry_as_sepa: boolean;
  requested_debtor_iban: string | null;
  payee_result: PayeeVerificationResult;
  payee_supplied_name: string;
  payee_matched_name: string | null;
  payee_checked_at: Date;
  debtor_iban: ColumnType<string | null, undefined, string>;
  debtor_details: ColumnType<DebtorDetails | null, undefined, string | null>;
  fee_cents: ColumnType<number | null, undefined, number>;
  signed_at: ColumnType<Date | null, undefined, Date>;
  executed_as_sepa: ColumnType<boolean, undefined, boolean>;
  execute_at: ColumnType<Date | null, undefined, Date>;
  /** By its status it waits for its co-signer or its execution; the database sets it. */
  is_due: GeneratedAlways<boolean>;
  rejection_code: ColumnType<TppErrorCode | null, undefined, TppErrorCode>;
  rejection_text: ColumnType<string | null, undefined, string>;
  received_at: Date;
};

type PaymentTables = {
  payment: PaymentTable;
  payment_status_change: {
    payment_id: string;
    position: number;
    sandbox_id: string;
    from_status: TransactionStatus | null;
    status: TransactionStatus;
    changed_at: Date;
  };
};

export interface StatusChange {
  readonly status: TransactionStatus;
  readonly changedAt: Date;
}

/** Who asks: a third party sees only what its own application sent for this customer. */
export interface PaymentOwner {
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
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

export async function findPayment(reader: Reader, sandboxId: string, paymentId: string): Promise<Payment | undefined> {
  const [row] = (await selectById(reader, { sandboxId, paymentId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

export async function findOwnPayment(
  reader: Reader,
  owner: PaymentOwner,
  product: PaymentProductPath,
  paymentId: string,
): Promise<Payment | undefined> {
  const row = await selectPayment(reader, { sandboxId: owner.sandboxId, paymentId })
    .where('app_id', '=', owner.appId)
    .where('customer_id', '=', owner.customerId)
    .where('product', '=', product)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Reads and locks until the transaction ends: signing, refusing and executing one payment take turns. */
export async function lockPayment(tx: Tx, sandboxId: string, paymentId: string): Promise<Payment | undefined> {
  const [row] = (await lockById(tx, { sandboxId, paymentId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

/** Payments whose time has come, oldest first, at most `limit`. Of all sandboxes: the bank's own work, not anybody's view. */
export async function listOverdueExecutions(tx: Tx, limit: number): Promise<readonly { sandboxId: string; paymentId: string; executeAt: Date }[]> {
  const rows = await tx
    .withTables<PaymentTables & { sandbox: { id: string; clock_offset_ms: number } }>()
    .selectFrom('payment')
    .innerJoin('sandbox', 'sandbox.id', 'payment.sandbox_id')
    .select(['sandbox_id', 'payment_id', 'execute_at'])
    .where('is_due', '=', sql.lit(true))
    .where('execute_at', '<=', sql<Date>`now() + sandbox.clock_offset_ms * interval '1 millisecond'`)
    .orderBy('execute_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ sandbox_id, payment_id, execute_at }) =>
    execute_at === null ? [] : [{ sandboxId: sandbox_id, paymentId: payment_id, executeAt: execute_at }],
  );
}

/** Of one customer: neither executed, rejected nor cancelled; oldest first. */
export async function listOpenPayments(tx: Tx, owner: Pick<PaymentOwner, 'sandboxId' | 'customerId'>): Promise<readonly string[]> {
  const rows = await tx
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select('payment_id')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .where('status', 'not in', ['ACSC', 'ACCC', 'ACWP', 'RJCT', 'CANC', 'BLCK'])
    .orderBy('payment_id')
    .execute();
  return rows.map((row) => row.payment_id);
}

/** When the next payment of a sandbox is to be co-signed or executed, up to a tenant time. */
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

function toRow(payment: NewPayment): Insertable<PaymentTable> {
  return {
    payment_id: payment.paymentId,
    sandbox_id: payment.sandboxId,
    customer_id: payment.customerId,
    app_id: payment.appId,
    bank_country: payment.bankCountry,
    product: payment.product,
    status: 'RCVD',
    amount_cents: payment.amountCents,
    currency: payment.currency,
    creditor_iban: payment.creditorIban,
    creditor_name: payment.creditorName,
    creditor_agent: payment.creditorAgent ?? null,
    creditor_type: payment.creditorType ?? null,
    creditor_address: toJson(payment.creditorAddress),
    end_to_end_id: payment.endToEndId ?? null,
    instruction_id: payment.instructionId ?? null,
    remittance_unstructured: payment.remittanceUnstructured ?? null,
    remittance_structured: toJson(payment.remittanceStructured),
    requested_execution_date: payment.requestedExecutionDate ?? null,
    execution_date: payment.executionDate,
    retry_as_sepa: payment.retryAsSepa,
    requested_debtor_iban: payment.requestedDebtorIban ?? null,
    payee_result: payment.payee.result,
    payee_supplied_name: payment.payee.suppliedName,
    payee_matched_name: payment.payee.matchedName ?? null,
    payee_checked_at: payment.payee.checkedAt,
    received_at: payment.receivedAt,
  };
}

function fromRow(row: Selectable<PaymentTable>): Payment {
  return {
    paymentId: row.payment_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    bankCountry: row.bank_country,
    product: row.product,
    status: row.status,
    amountCents: row.amount_cents,
    currency: row.currency,
    creditorIban: row.creditor_iban,
    creditorName: row.creditor_name,
    creditorAgent: row.creditor_agent ?? undefined,
    creditorType: row.creditor_type ?? undefined,
    creditorAddress: row.creditor_address ?? undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    instructionId: row.instruction_id ?? undefined,
    remittanceUnstructured: row.remittance_unstructured ?? undefined,
    remittanceStructured: row.remittance_structured ?? undefined,
    requestedExecutionDate: row.requested_execution_date ?? undefined,
    executionDate: row.execution_date,
    retryAsSepa: row.retry_as_sepa,
    requestedDebtorIban: row.requested_debtor_iban ?? undefined,
    payee: {
      result: row.payee_result,
      suppliedName: row.payee_supplied_name,
      matchedName: row.payee_matched_name ?? undefined,
      checkedAt: row.payee_checked_at,
    },
    signature: toSignature(row),
    executedAsSepa: row.executed_as_sepa,
    executeAt: row.execute_at ?? undefined,
    rejection: row.rejection_code === null ? undefined : { code: row.rejection_code, text: row.rejection_text ?? '' },
    receivedAt: row.received_at,
  };
}

function toSignature(row: Selectable<PaymentTable>): PaymentSignature | undefined {
  if (row.debtor_iban === null || row.signed_at === null) return undefined;
  return {
    debtorIban: row.debtor_iban,
    debtorDetails: row.debtor_details ?? undefined,
    feeCents: row.fee_cents ?? 0,
    signedAt: row.signed_at,
  };
}

function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
