/** Why a signed payment was not made, for customers: the texts of a rejection are for developers. */
import type { PaymentStatusResponse } from '@portico/contract';
import type { NotPaidReason } from '@portico/contract/values';
import { CO_REFUSED, CO_SIGN_EXPIRED } from '../authorisation/record-decision.ts';
import { ACCOUNT_BLOCKED, ACCOUNT_NOT_DEBITED, DUPLICATE, INSTANT_UNREACHABLE, LIMIT_EXCEEDED, SUSPECTED_FRAUD } from '../execution/rejections.ts';
import type { AnyPayment } from '../model/payment.ts';

/** By the text, which is stored with the payment: several causes share a code. */
const BY_TEXT: ReadonlyMap<string, NotPaidReason> = new Map([
  [INSTANT_UNREACHABLE.text, 'instantUnreachable'],
  [ACCOUNT_NOT_DEBITED.text, 'accountUnavailable'],
  [ACCOUNT_BLOCKED.text, 'accountBlocked'],
  [LIMIT_EXCEEDED.text, 'limitExceeded'],
  [SUSPECTED_FRAUD.text, 'stoppedForSafety'],
  [DUPLICATE.text, 'duplicate'],
  [CO_REFUSED.text, 'coSignerRefused'],
  [CO_SIGN_EXPIRED.text, 'notSignedInTime'],
]);

/** Undefined where the payment was not signed, or was not rejected. */
export function notPaidReason({ status, signature, rejection }: Pick<AnyPayment, 'status' | 'signature' | 'rejection'>): NotPaidReason | undefined {
  if (status !== 'RJCT' || signature === undefined) return undefined;
  if (rejection?.code === 'FUNDS_NOT_AVAILABLE') return 'fundsNotAvailable';
  return BY_TEXT.get(rejection?.text ?? '') ?? 'bankRefused';
}

/** In the English words of the bank's own pages. */
const PSU_MESSAGES: Readonly<Record<NotPaidReason, string>> = {
  instantUnreachable: 'Not paid: the payee’s bank does not take instant payments. No money has moved.',
  fundsNotAvailable: 'Not paid: there was not enough money on the account. No money has moved.',
  coSignerRefused: 'Not paid: the second signature was refused. No money has moved.',
  notSignedInTime: 'Not paid: the second signature was not given in time. No money has moved.',
  accountUnavailable: 'Not paid: the account could not be debited. No money has moved.',
  accountBlocked: 'Not paid: the account is blocked. No money has moved.',
  limitExceeded: 'Not paid: the amount is above the limit. No money has moved.',
  stoppedForSafety: 'Not paid: the bank stopped the payment for safety. No money has moved.',
  duplicate: 'Not paid: the bank has already received the same payment. No money has moved.',
  bankRefused: 'Not paid: the bank could not make the payment. No money has moved.',
};

/** Stored → `/v1/…/status`: what the application may show to its customer. Nothing where the payment was not signed, or was not rejected. */
export function toNotPaidMessage(payment: Parameters<typeof notPaidReason>[0]): Pick<PaymentStatusResponse, 'psuMessage'> {
  const reason = notPaidReason(payment);
  return reason === undefined ? {} : { psuMessage: PSU_MESSAGES[reason] };
}
