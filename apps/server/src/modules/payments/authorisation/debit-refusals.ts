/** Explains to the last signatory why the bank refused: nothing was booked, and the customer can correct the problem. */

import type { TransferOutcome } from '#modules/bank/index.ts';
import type { UiRefusal } from '#platform/http/refusal.ts';
import { accountBlockedRefusal, accountUnknownRefusal, currencyRefusal, fundsRefusal } from './debtor-checks.ts';

export function toRefusal(outcome: Extract<TransferOutcome, { ok: false }>, { currency }: { readonly currency: string }): UiRefusal | Error {
  switch (outcome.reason) {
    case 'insufficientFunds':
      return fundsRefusal(outcome.availableCents, currency);
    case 'accountUnknown':
      return accountUnknownRefusal();
    case 'accountBlocked':
      return accountBlockedRefusal();
    case 'currencyMismatch':
      return currencyRefusal(currency);
    case 'instantNotReachable':
      return new Error('The bank answered an ordinary payment like an instant one.');
    default:
      return new Error(`The bank answered a signature like a job: ${outcome.reason}.`);
  }
}
