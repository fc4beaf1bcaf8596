/** Converts stored payments to the Berlin Group's members (`/v1`) and to the specification's members (`/ui`). */
import type {
  BulkPaymentItem,
  BulkPaymentItemDetails,
  PaymentDetails,
  PaymentInformation,
  PaymentSigningResult,
  PaymentStatusResponse,
} from '@portico/contract';
import { formatCents } from '@portico/primitives';
import { isInstant, productOf } from '../model/kind.ts';
import type { AnyPayment, Payment, Rejection } from '../model/payment.ts';
import { toCoSignMessage, toSignatories } from '../model/signatories.ts';
import { notPaidReason, toNotPaidMessage } from './not-paid-reason.ts';

/** Database → `/v1`: the initiation, the account that the customer chose, and the status. */
export function toInformation(payment: Payment): PaymentInformation {
  return { ...toPayeeInformation(payment), ...toTermsInformation(payment), transactionStatus: payment.status };
}

export function toTermsInformation(payment: AnyPayment) {
  const debtorIban = debtorIbanOf(payment);
  return {
    ...(debtorIban === undefined ? {} : { debtorAccount: { iban: debtorIban } }),
    ...optional('requestedExecutionDate', payment.requestedExecutionDate),
    ...(isInstant(payment.product) ? { retryAsSepa: payment.retryAsSepa } : {}),
  };
}

/** Also for an item of a bulk payment. */
export function toPayeeInformation(payment: Payment): BulkPaymentItem {
  return {
    ...optional('endToEndIdentification', payment.endToEndId),
    ...optional('instructionIdentification', payment.instructionId),
    instructedAmount: toAmount(payment.amountCents, payment.currency),
    creditorAccount: { iban: payment.creditorIban },
    ...optional('creditorAgent', payment.creditorAgent),
    creditorName: payment.creditorName,
    ...optional('creditorAddress', payment.creditorAddress),
    ...optional('creditorType', payment.creditorType),
    ...optional('remittanceInformationUnstructured', payment.remittanceUnstructured),
    ...optional('remittanceInformationStructured', payment.remittanceStructured),
  };
}

/**
 * Database → `/v1/…/status`. A rejected payment has the reason in `tppMessages`. `fundsAvailable` is never sent: the standard allows it only
 * with ACTC, ACWC and ACCP. A payment that stays ACTC here waits for its execution date, on which the bank checks the funds.
 */
export function toStatus(payment: AnyPayment): PaymentStatusResponse {
  const { status, rejection } = payment;
  return {
    transactionStatus: status,
    ...toCoSignMessage(payment),
    ...toNotPaidMessage(payment),
    ...toMessages(rejection),
  };
}

/** The reason of a rejection; empty for a payment that was not rejected. */
export function toMessages(rejection: Rejection | undefined): Pick<PaymentStatusResponse, 'tppMessages'> {
  return rejection === undefined ? {} : { tppMessages: [{ category: 'ERROR', code: rejection.code, text: rejection.text }] };
}

/** Database → `/ui`: the details on the signing page. */
export function toDetails(payment: Payment): PaymentDetails {
  return { ...toPayeeDetails(payment), ...toTermsDetails(payment) };
}

/** Also for an item of a bulk payment. */
export function toPayeeDetails(payment: Payment): BulkPaymentItemDetails {
  const { creditorAddress, remittanceStructured, payee } = payment;
  return {
    instructedAmount: toAmount(payment.amountCents, payment.currency),
    creditorName: payment.creditorName,
    creditorAccount: { iban: payment.creditorIban },
    ...optional('creditorType', payment.creditorType),
    ...(creditorAddress === undefined ? {} : { creditorAddress: { country: creditorAddress.country } }),
    ...optional('remittanceInformationUnstructured', payment.remittanceUnstructured),
    ...(remittanceStructured === undefined ? {} : { remittanceInformationStructured: { reference: remittanceStructured.reference } }),
    ...optional('endToEndIdentification', payment.endToEndId),
    transactionStatus: payment.status,
    payeeVerification: { result: payee.result, ...optional('matchedName', payee.matchedName) },
  };
}

export function toTermsDetails(payment: AnyPayment) {
  const debtorIban = debtorIbanOf(payment);
  return {
    requestedExecutionDate: payment.executionDate,
    paymentProduct: productOf(payment.product),
    retryAsSepa: payment.retryAsSepa,
    ...(debtorIban === undefined ? {} : { debtorAccount: { iban: debtorIban } }),
    ...(payment.executedAsSepa ? { executedAsSepa: true } : {}),
    ...optional('notPaidReason', notPaidReason(payment)),
    ...toSigned(payment),
    ...toSignatories(payment),
  };
}

function toSigned({ signature, currency }: AnyPayment): Pick<PaymentSigningResult, 'signedAt' | 'fee'> {
  return signature === undefined ? {} : { signedAt: signature.signedAt.toISOString(), fee: toAmount(signature.feeCents, currency) };
}

export function toSigningResult(payment: AnyPayment): PaymentSigningResult {
  return {
    transactionStatus: payment.status,
    ...toSigned(payment),
    ...(payment.executedAsSepa ? { executedAsSepa: true } : {}),
    ...optional('notPaidReason', notPaidReason(payment)),
    ...toSignatories(payment),
  };
}

function debtorIbanOf({ signature, requestedDebtorIban }: AnyPayment): string | undefined {
  return signature?.debtorIban ?? requestedDebtorIban;
}

export function toAmount(cents: number, currency: string): { amount: string; currency: string } {
  return { amount: formatCents(cents), currency };
}

/** An amount for use in a sentence: `46.80 EUR`. */
export function toSumText(cents: number, currency: string): string {
  return `${formatCents(cents)} ${currency}`;
}

/** Returns an object without the member when the value is undefined, so that responses contain no `null` for unknown values. */
export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Member in Name]?: Value };
export function optional(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}
