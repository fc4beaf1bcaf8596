/** Converts payments between the Berlin Group's members (`/v1` and the database), the specification's members (`/ui`), and the bank's orders. */
import type {
  BulkPaymentItem,
  BulkPaymentItemDetails,
  PaymentDetails,
  PaymentInformation,
  PaymentInitiation,
  PaymentProduct,
  PaymentProductPath,
  PaymentSigningResult,
  PaymentStatusResponse,
} from '@portico/contract';
import { formatCents, parseCents } from '@portico/primitives';
import type { CreditTransfer } from '#modules/bank/index.ts';
import type { OrderTerms, PayeeOrder } from '../initiation/rules/payment-rule.ts';
import { notPaidReason, toNotPaidMessage } from '../lifecycle/not-paid-reason.ts';
import type { AnyPayment, Payment, PaymentOrder, PaymentSignature, Rejection } from '../model/payment.ts';
import { toCoSignMessage, toSignatories } from '../model/signatories.ts';

const PRODUCT_OF_PATH: Readonly<Record<PaymentProductPath, PaymentProduct>> = {
  'sepa-credit-transfers': 'INDIVIDUAL_SEPA',
  'instant-sepa-credit-transfers': 'INDIVIDUAL_INSTANT_SEPA',
};

/** ISO 20022: the end-to-end id of an order without one. */
const END_TO_END_NOT_PROVIDED = 'NOTPROVIDED';

export const productOf = (path: PaymentProductPath): PaymentProduct => PRODUCT_OF_PATH[path];
export const isInstant = (path: PaymentProductPath): boolean => path === 'instant-sepa-credit-transfers';

/** `/v1` → database. The initiation must have been validated. */
export function toOrder(product: PaymentProductPath, initiation: PaymentInitiation): PaymentOrder {
  return { ...toTerms(product, initiation), ...toPayeeOrder(initiation) };
}

export function toTerms(product: PaymentProductPath, initiation: OrderTerms) {
  return {
    product,
    requestedExecutionDate: initiation.requestedExecutionDate,
    retryAsSepa: initiation.retryAsSepa ?? false,
    requestedDebtorIban: initiation.debtorAccount?.iban,
  };
}

/** Also for an item of a bulk payment. */
export function toPayeeOrder(order: PayeeOrder) {
  const amountCents = parseCents(order.instructedAmount.amount);
  if (amountCents === undefined) throw new Error('An amount that is no amount came past the rules.');
  return {
    amountCents,
    currency: order.instructedAmount.currency,
    creditorIban: order.creditorAccount.iban,
    creditorName: order.creditorName,
    creditorAgent: order.creditorAgent,
    creditorType: order.creditorType,
    creditorAddress: order.creditorAddress,
    endToEndId: order.endToEndIdentification,
    instructionId: order.instructionIdentification,
    remittanceUnstructured: order.remittanceInformationUnstructured,
    remittanceStructured: order.remittanceInformationStructured,
  };
}

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

/** The bank's order. `product` is the executed product; after a fallback from instant it differs from the requested one. */
export function toTransfer(payment: Payment, { debtorIban, feeCents }: PaymentSignature, product: PaymentProduct): CreditTransfer {
  return {
    sandboxId: payment.sandboxId,
    customerId: payment.customerId,
    paymentId: payment.paymentId,
    debtorIban,
    amountCents: payment.amountCents,
    feeCents,
    currency: payment.currency,
    creditorIban: payment.creditorIban,
    creditorName: payment.creditorName,
    remittance: payment.remittanceUnstructured ?? '',
    ...optional('remittanceStructured', payment.remittanceStructured),
    endToEndId: payment.endToEndId ?? END_TO_END_NOT_PROVIDED,
    product,
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
