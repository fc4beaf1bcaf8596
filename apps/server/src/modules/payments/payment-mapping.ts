/**
 * The one place where the vocabularies of a payment meet: the Berlin Group's words (`/v1`, stored), the specification's words
 * (`/ui`), and what the bank is told.
 */
import type {
  PaymentDetails,
  PaymentInformation,
  PaymentInitiation,
  PaymentProduct,
  PaymentProductPath,
  PaymentSigningResult,
  PaymentStatusResponse,
} from '@portico/contract';
import { formatCents, parseCents } from '@portico/primitives';
import type { CreditTransfer } from '../bank/index.ts';
import type { Payment, PaymentOrder, PaymentSignature, Rejection } from './payment.ts';
import { isFunded } from './payment-status.ts';

const PRODUCT_OF_PATH: Readonly<Record<PaymentProductPath, PaymentProduct>> = {
  'sepa-credit-transfers': 'INDIVIDUAL_SEPA',
  'instant-sepa-credit-transfers': 'INDIVIDUAL_INSTANT_SEPA',
};

/** ISO 20022: what stands for an end-to-end id that nobody gave. */
const END_TO_END_NOT_PROVIDED = 'NOTPROVIDED';

export const productOf = (path: PaymentProductPath): PaymentProduct => PRODUCT_OF_PATH[path];
export const isInstant = (path: PaymentProductPath): boolean => path === 'instant-sepa-credit-transfers';

/** `/v1` → stored. Only for an initiation that has passed the rules. */
export function toOrder(product: PaymentProductPath, initiation: PaymentInitiation): PaymentOrder {
  const amountCents = parseCents(initiation.instructedAmount.amount);
  if (amountCents === undefined) throw new Error('An amount that is no amount came past the rules.');
  return {
    product,
    amountCents,
    currency: initiation.instructedAmount.currency,
    creditorIban: initiation.creditorAccount.iban,
    creditorName: initiation.creditorName,
    creditorAgent: initiation.creditorAgent,
    creditorType: initiation.creditorType,
    creditorAddress: initiation.creditorAddress,
    endToEndId: initiation.endToEndIdentification,
    instructionId: initiation.instructionIdentification,
    remittanceUnstructured: initiation.remittanceInformationUnstructured,
    remittanceStructured: initiation.remittanceInformationStructured,
    requestedExecutionDate: initiation.requestedExecutionDate,
    retryAsSepa: initiation.retryAsSepa ?? false,
    requestedDebtorIban: initiation.debtorAccount?.iban,
  };
}

/** Stored → `/v1`: what was asked, the account the customer chose, and the status. */
export function toInformation(payment: Payment): PaymentInformation {
  const debtorIban = payment.signature?.debtorIban ?? payment.requestedDebtorIban;
  return {
    ...optional('endToEndIdentification', payment.endToEndId),
    ...optional('instructionIdentification', payment.instructionId),
    ...(debtorIban === undefined ? {} : { debtorAccount: { iban: debtorIban } }),
    instructedAmount: toAmount(payment.amountCents, payment.currency),
    creditorAccount: { iban: payment.creditorIban },
    ...optional('creditorAgent', payment.creditorAgent),
    creditorName: payment.creditorName,
    ...optional('creditorAddress', payment.creditorAddress),
    ...optional('creditorType', payment.creditorType),
    ...optional('remittanceInformationUnstructured', payment.remittanceUnstructured),
    ...optional('remittanceInformationStructured', payment.remittanceStructured),
    ...optional('requestedExecutionDate', payment.requestedExecutionDate),
    ...(isInstant(payment.product) ? { retryAsSepa: payment.retryAsSepa } : {}),
    transactionStatus: payment.status,
  };
}

/** Stored → `/v1/…/status`. A rejected payment explains itself; `fundsAvailable` only when it is known. */
export function toStatus(payment: Payment): PaymentStatusResponse {
  const { status, rejection } = payment;
  const hasFunds = rejection?.code === 'FUNDS_NOT_AVAILABLE' ? false : isFunded(status) ? true : undefined;
  return {
    transactionStatus: status,
    ...optional('fundsAvailable', hasFunds),
    ...toMessages(rejection),
  };
}

/** Why it was rejected, if it was. */
export function toMessages(rejection: Rejection | undefined): Pick<PaymentStatusResponse, 'tppMessages'> {
  return rejection === undefined ? {} : { tppMessages: [{ category: 'ERROR', code: rejection.code, text: rejection.text }] };
}

/** Stored → `/ui`: what the signing page shows. */
export function toDetails(payment: Payment): PaymentDetails {
  const debtorIban = payment.signature?.debtorIban ?? payment.requestedDebtorIban;
  const { creditorAddress, remittanceStructured, payee, signature } = payment;
  return {
    instructedAmount: toAmount(payment.amountCents, payment.currency),
    creditorName: payment.creditorName,
    creditorAccount: { iban: payment.creditorIban },
    ...optional('creditorType', payment.creditorType),
    ...(creditorAddress === undefined ? {} : { creditorAddress: { country: creditorAddress.country } }),
    ...optional('remittanceInformationUnstructured', payment.remittanceUnstructured),
    ...(remittanceStructured === undefined ? {} : { remittanceInformationStructured: { reference: remittanceStructured.reference } }),
    ...optional('endToEndIdentification', payment.endToEndId),
    requestedExecutionDate: payment.executionDate,
    paymentProduct: productOf(payment.product),
    retryAsSepa: payment.retryAsSepa,
    ...(debtorIban === undefined ? {} : { debtorAccount: { iban: debtorIban } }),
    transactionStatus: payment.status,
    payeeVerification: { result: payee.result, ...optional('matchedName', payee.matchedName) },
    ...(payment.executedAsSepa ? { executedAsSepa: true } : {}),
    ...(signature === undefined ? {} : { signedAt: signature.signedAt.toISOString() }),
  };
}

export function toSigningResult(payment: Payment): PaymentSigningResult {
  return {
    transactionStatus: payment.status,
    ...(payment.signature === undefined ? {} : { signedAt: payment.signature.signedAt.toISOString() }),
    ...(payment.executedAsSepa ? { executedAsSepa: true } : {}),
  };
}

/** What the bank books. `product` is how it runs, which differs from what was asked after a fall-back. */
export function toTransfer(payment: Payment, { debtorIban, feeCents }: PaymentSignature, product: PaymentProduct): CreditTransfer {
  const reference = payment.remittanceStructured?.reference;
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
    remittance: [payment.remittanceUnstructured, reference].filter((text) => text !== undefined).join(' '),
    endToEndId: payment.endToEndId ?? END_TO_END_NOT_PROVIDED,
    product,
  };
}

export function toAmount(cents: number, currency: string): { amount: string; currency: string } {
  return { amount: formatCents(cents), currency };
}

/** As people read it in a sentence: `46.80 EUR`. */
export function toSumText(cents: number, currency: string): string {
  return `${formatCents(cents)} ${currency}`;
}

/** A member that is left out when it is unknown: `null` and `undefined` never reach the wire. */
export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Member in Name]?: Value };
export function optional(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}
