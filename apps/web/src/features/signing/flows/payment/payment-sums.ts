/** What a payment does to its account, in cents; decimal strings again where it is shown. */
import { addCents, formatCents, parseCents, subtractCents } from '@portico/primitives';
import { isPaid } from '../../engine/signing-session.ts';
import type { SigningState } from '../../engine/signing-slice.ts';
import { paidAmount } from './paid-amount.ts';

export interface PaymentSums {
  /** Amount and fee together, as a decimal string. */
  total: string;
  available: string;
  /** Below zero when there is not enough. */
  afterwards: string;
  currency: string;
  /** Paid on a later day: the money is needed then, not now. */
  isLater: boolean;
  isShort: boolean;
}

/**
 * Undefined until the details, the balance and the fee have arrived, and where they are in different currencies.
 * @param today `YYYY-MM-DD` at the bank
 */
export function paymentSums({ session, balance, fee }: Pick<SigningState, 'session' | 'balance' | 'fee'>, today: string): PaymentSums | undefined {
  if (session === undefined || !isPaid(session) || balance === undefined || fee === undefined) return undefined;
  const { amount, currency } = paidAmount(session);
  if (balance.balanceAmount.currency !== currency || fee.crcCode !== currency) return undefined;
  const amountCents = toCents(amount);
  const feeCents = toCents(fee.sum);
  const availableCents = toCents(balance.balanceAmount.amount);
  if (amountCents === undefined || feeCents === undefined || availableCents === undefined) return undefined;
  const totalCents = addCents(amountCents, feeCents);
  const afterwardsCents = subtractCents(availableCents, totalCents);
  const isLater = isTakenLater(session.details, today);
  return {
    total: formatCents(totalCents),
    available: formatCents(availableCents),
    afterwards: formatCents(afterwardsCents),
    currency,
    isLater,
    isShort: !isLater && afterwardsCents < 0,
  };
}

/** False where the signature reserves the money today, though the bank executes on a later day. */
export function isTakenLater(details: { requestedExecutionDate: string; isReservedWhenSigned?: boolean }, today: string): boolean {
  return details.requestedExecutionDate > today && details.isReservedWhenSigned !== true;
}

/** A balance may be below zero; amounts and fees never are. */
function toCents(decimal: string): number | undefined {
  if (!decimal.startsWith('-')) return parseCents(decimal);
  const cents = parseCents(decimal.slice(1));
  return cents === undefined ? undefined : subtractCents(0, cents);
}
