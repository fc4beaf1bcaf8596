/** Why a payment that was signed came to nothing when its money was to move. */
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { AnyPayment, Rejection } from '../model/payment.ts';

export type Paid = { readonly ok: true; readonly payment: AnyPayment } | Extract<TransferOutcome, { ok: false }>;

export const INSTANT_UNREACHABLE: Rejection = {
  code: 'PAYMENT_FAILED',
  text: "The payee's bank takes no instant payments at the moment. No money was moved. Send an ordinary payment, or set retryAsSepa.",
};

export const ACCOUNT_NOT_DEBITED: Rejection = {
  code: 'PAYMENT_FAILED',
  text: 'The account could not be debited when the payment was due. No money was moved.',
};

export function toRejection({ reason }: Extract<TransferOutcome, { ok: false }>): Rejection {
  switch (reason) {
    case 'insufficientFunds':
      return { code: 'FUNDS_NOT_AVAILABLE', text: 'There was not enough money on the account when the payment was due. No money was moved.' };
    case 'accountUnknown':
    case 'accountBlocked':
    case 'currencyMismatch':
    case 'instantNotReachable':
      return ACCOUNT_NOT_DEBITED;
  }
}
