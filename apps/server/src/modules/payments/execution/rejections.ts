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

export function toRejection({ reason }: Refused): Rejection {
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

/** For jobs, where the customer can no longer choose another account or top up: a refused payment is rejected, with the reason. */
export function rejectRefused(planned: Planned): Plan {
  return planned.ok ? planned.plan : { path: STATUS_PATHS.rejected, change: { rejection: toRejection(planned) } };
}

export function requireOutcome(outcome: TransferOutcome | undefined): TransferOutcome {
  if (outcome === undefined) throw new Error('The bank answered for fewer transfers than it was given.');
  return outcome;
}
