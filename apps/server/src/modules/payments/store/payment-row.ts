/** A payment as its row: the columns, and the way there and back. */
import type {
  BankCountry,
  CreditorType,
  DebtorDetails,
  ExecutionRule,
  PayeeVerificationResult,
  PaymentProductPath,
  TransactionStatus,
} from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';
import type { ColumnType, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type {
  AnyNewPayment,
  AnyPayment,
  CreditorAddress,
  NewPayment,
  PayeeCheck,
  Payment,
  PaymentSignatory,
  PaymentSignature,
  SecondAuthorisation,
  StructuredRemittance,
} from '../model/payment.ts';
import type { OfferedFrequency, Schedule } from '../model/schedule.ts';

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
  creditor_iban: string | null;
  creditor_name: string | null;
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
  payee_result: PayeeVerificationResult | null;
  payee_supplied_name: string | null;
  payee_matched_name: string | null;
  payee_checked_at: Date | null;
  debtor_iban: ColumnType<string | null, undefined, string>;
  debtor_details: ColumnType<DebtorDetails | null, undefined, string | null>;
  fee_cents: ColumnType<number | null, undefined, number>;
  signed_at: ColumnType<Date | null, undefined, Date>;
  signatories: ColumnType<readonly PaymentSignatory[] | null, undefined, never>;
  second_authorisation: ColumnType<SecondAuthorisation | null, undefined, never>;
  executed_as_sepa: ColumnType<boolean, undefined, boolean>;
  execute_at: ColumnType<Date | null, undefined, Date>;
  /** By its status it waits for its co-signer or its execution; the database sets it. */
  is_due: GeneratedAlways<boolean>;
  start_date: string | null;
  end_date: string | null;
  frequency: OfferedFrequency | null;
  execution_rule: ExecutionRule | null;
  day_of_execution: number | null;
  next_run: ColumnType<number | null, undefined, number>;
  periodic_payment_id: string | null;
  run_number: number | null;
  item_count: number | null;
  batch_booking: boolean | null;
  bulk_payment_id: string | null;
  item_number: number | null;
  rejection_code: ColumnType<TppErrorCode | null, undefined, TppErrorCode>;
  rejection_text: ColumnType<string | null, undefined, string>;
  received_at: Date;
  request_id: string | null;
};

export type PaymentTables = {
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

export function toRow(payment: AnyNewPayment): Insertable<PaymentTable> {
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
    requested_execution_date: payment.requestedExecutionDate ?? null,
    execution_date: payment.executionDate,
    retry_as_sepa: payment.retryAsSepa,
    requested_debtor_iban: payment.requestedDebtorIban ?? null,
    received_at: payment.receivedAt,
    request_id: payment.requestId ?? null,
    ...(payment.bulk === undefined
      ? toPayeeColumns(payment)
      : { item_count: payment.bulk.itemCount, batch_booking: payment.bulk.batchBooking ?? null }),
  };
}

/** One of many, as `jsonb_populate_recordset` takes it: what is JSON stays a value. All have the same columns. */
export function toRecord(payment: NewPayment): Readonly<Record<string, unknown>> {
  return {
    ...toRow(payment),
    creditor_address: payment.creditorAddress ?? null,
    remittance_structured: payment.remittanceStructured ?? null,
  };
}

export function fromRow(row: Selectable<PaymentTable>): AnyPayment {
  if (row.item_count === null) return toPayment(row);
  return { ...toCommon(row), bulk: { itemCount: row.item_count, batchBooking: row.batch_booking ?? undefined } };
}

/** @throws for the row of a bulk payment. */
export function toPayment(row: Selectable<PaymentTable>): Payment {
  if (row.creditor_iban === null || row.creditor_name === null) throw new Error(`Payment ${row.payment_id} has no payee.`);
  return {
    ...toCommon(row),
    creditorIban: row.creditor_iban,
    creditorName: row.creditor_name,
    creditorAgent: row.creditor_agent ?? undefined,
    creditorType: row.creditor_type ?? undefined,
    creditorAddress: row.creditor_address ?? undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    instructionId: row.instruction_id ?? undefined,
    remittanceUnstructured: row.remittance_unstructured ?? undefined,
    remittanceStructured: row.remittance_structured ?? undefined,
    payee: toPayeeCheck(row),
    schedule: toSchedule(row),
    nextRun: row.next_run ?? undefined,
    run: row.periodic_payment_id === null ? undefined : { periodicPaymentId: row.periodic_payment_id, number: row.run_number ?? 0 },
    item: row.bulk_payment_id === null ? undefined : { bulkPaymentId: row.bulk_payment_id, number: row.item_number ?? 0 },
  };
}

function toPayeeColumns(payment: NewPayment) {
  const { payee, schedule, run, item } = payment;
  return {
    creditor_iban: payment.creditorIban,
    creditor_name: payment.creditorName,
    creditor_agent: payment.creditorAgent ?? null,
    creditor_type: payment.creditorType ?? null,
    creditor_address: toJson(payment.creditorAddress),
    end_to_end_id: payment.endToEndId ?? null,
    instruction_id: payment.instructionId ?? null,
    remittance_unstructured: payment.remittanceUnstructured ?? null,
    remittance_structured: toJson(payment.remittanceStructured),
    payee_result: payee.result,
    payee_supplied_name: payee.suppliedName,
    payee_matched_name: payee.matchedName ?? null,
    payee_checked_at: payee.checkedAt,
    start_date: schedule?.startDate ?? null,
    end_date: schedule?.endDate ?? null,
    frequency: schedule?.frequency ?? null,
    execution_rule: schedule?.executionRule ?? null,
    day_of_execution: schedule?.dayOfExecution ?? null,
    periodic_payment_id: run?.periodicPaymentId ?? null,
    run_number: run?.number ?? null,
    bulk_payment_id: item?.bulkPaymentId ?? null,
    item_number: item?.number ?? null,
  };
}

/** What a payment has with and without a payee. */
function toCommon(row: Selectable<PaymentTable>) {
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
    requestedExecutionDate: row.requested_execution_date ?? undefined,
    executionDate: row.execution_date,
    retryAsSepa: row.retry_as_sepa,
    requestedDebtorIban: row.requested_debtor_iban ?? undefined,
    signature: toSignature(row),
    signatories: row.signatories ?? undefined,
    secondAuthorisation: row.second_authorisation ?? undefined,
    executedAsSepa: row.executed_as_sepa,
    executeAt: row.execute_at ?? undefined,
    rejection: row.rejection_code === null ? undefined : { code: row.rejection_code, text: row.rejection_text ?? '' },
    receivedAt: row.received_at,
    requestId: row.request_id ?? undefined,
  };
}

function toPayeeCheck(row: Selectable<PaymentTable>): PayeeCheck {
  if (row.payee_result === null || row.payee_checked_at === null) throw new Error(`The payee of payment ${row.payment_id} was never verified.`);
  return {
    result: row.payee_result,
    suppliedName: row.payee_supplied_name ?? '',
    matchedName: row.payee_matched_name ?? undefined,
    checkedAt: row.payee_checked_at,
  };
}

function toSchedule(row: Selectable<PaymentTable>): Schedule | undefined {
  if (row.frequency === null || row.start_date === null) return undefined;
  return {
    frequency: row.frequency,
    startDate: row.start_date,
    endDate: row.end_date ?? undefined,
    dayOfExecution: row.day_of_execution ?? undefined,
    executionRule: row.execution_rule ?? undefined,
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
