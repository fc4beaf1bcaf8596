/** Why a payment that was signed came to nothing when its money was to move. */
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { Rejection } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan, Planned, Refused } from '../model/plan.ts';

export const INSTANT_UNREACHABLE: Rejection = {
  code: 'PAYMENT_FAILED',
  text: "The payee's bank takes no instant payments at the moment. No money was moved. Send an ordinary payment, or set retryAsSepa.",
};

export const ACCOUNT_NOT_DEBITED: Rejection = {
  code: 'PAYMENT_FAILED',
  text: 'The account could not be debited when the payment was due. No money was moved.',
};

/** With the reason of ISO 20022 (external code set of status reasons), for the provider's program. */
const refusedAs = (text: string, reason: string): Rejection => ({
  code: 'PAYMENT_FAILED',
  text: `${text} (ISO 20022: ${reason}). No money was moved.`,
});

export const ACCOUNT_BLOCKED = refusedAs('The account is blocked', 'AC06');
export const LIMIT_EXCEEDED = refusedAs('The amount is above a limit of the customer', 'AM14');
export const SUSPECTED_FRAUD = refusedAs('The bank stopped the payment for safety', 'FRAD');
export const DUPLICATE = refusedAs('The bank has already received the same payment', 'AM05');
/** Also of a payment that sanctions forbid: neither customer nor provider may learn of the reason from it. */
const REFUSED = refusedAs('The bank refused the payment', 'MS03');

export function toRejection({ reason }: Refused): Rejection {
  switch (reason) {
    case 'insufficientFunds':
      return { code: 'FUNDS_NOT_AVAILABLE', text: 'There was not enough money on the account when the payment was due. No money was moved.' };
    case 'accountBlocked':
      return ACCOUNT_BLOCKED;
    case 'limitExceeded':
      return LIMIT_EXCEEDED;
    case 'suspectedFraud':
      return SUSPECTED_FRAUD;
    case 'duplicate':
      return DUPLICATE;
    case 'sanctions':
    case 'refused':
      return REFUSED;
    case 'accountUnknown':
    case 'currencyMismatch':
    case 'instantNotReachable':
      return ACCOUNT_NOT_DEBITED;
  }
}

/** For jobs, where the customer can no longer choose another account or top up: a refused payment is rejected, with the reason. */
export function rejectRefused(planned: Planned): Plan {
  return planned.ok ? planned.plan : { path: STATUS_PATHS.rejected, change: { rejection: toRejection(planned) } };
}

export function requireOutcome(outcome: TransferOutcome | undefined): TransferOutcome {
  if (outcome === undefined) throw new Error('The bank answered for fewer transfers than it was given.');
  return outcome;
}
