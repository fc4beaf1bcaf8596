/** Rules that depend on the body of a funds confirmation alone. The first violation is returned. */
import type { FundsConfirmationRequest } from '@portico/contract';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN } from '@portico/contract/values';
import { formatCents, parseCents } from '@portico/primitives';
import { TppRefusal } from '#platform/http/refusal.ts';
import { explainIban } from '../bank/index.ts';

/** @returns the amount in cents. @throws TppRefusal 400 FORMAT_ERROR. */
export function requireFundsRules({ account, instructedAmount }: FundsConfirmationRequest): number {
  const fault = explainIban(account.iban);
  if (fault !== undefined) throw new TppRefusal(400, 'FORMAT_ERROR', fault, { path: 'account.iban' });
  const cents = parseCents(instructedAmount.amount);
  if (cents === undefined || cents < AMOUNT_CENTS_MIN || cents > AMOUNT_CENTS_MAX) {
    const text = `Accepted: ${formatCents(AMOUNT_CENTS_MIN)} to ${formatCents(AMOUNT_CENTS_MAX)} with at most two decimals, without leading zeros.`;
    throw new TppRefusal(400, 'FORMAT_ERROR', text, { path: 'instructedAmount.amount' });
  }
  return cents;
}
