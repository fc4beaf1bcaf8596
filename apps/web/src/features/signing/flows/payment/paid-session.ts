/** The sessions in which money is paid, out of all that can be signed: single, periodic and bulk payments. */
import type { BulkPaymentSigningSession, PaymentDetails, PaymentSigningSession, PeriodicPaymentSigningSession } from '@portico/contract';
import { addCents, formatCents, parseCents } from '@portico/primitives';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export type PaidSession = PaymentSigningSession | PeriodicPaymentSigningSession | BulkPaymentSigningSession;
type Amount = PaymentDetails['instructedAmount'];

export function isBulk(session: SigningSession): session is BulkPaymentSigningSession {
  return 'payments' in session.details;
}

export function isPaid(session: SigningSession): session is PaidSession {
  return isBulk(session) || 'instructedAmount' in session.details;
}

export const usePaid = () => useSessionOf(isPaid);

/** A bulk payment's is the sum of its items, in the currency of the first one (specification §9). */
export function paidAmount({ details }: PaidSession): Amount {
  return 'payments' in details ? totalOf(details.payments.map(({ instructedAmount }) => instructedAmount)) : details.instructedAmount;
}

/** @throws for an amount that is none: a total of the others would be a lie */
function totalOf(amounts: readonly Amount[]): Amount {
  const totalCents = amounts.reduce((sumCents, { amount }) => addCents(sumCents, toCents(amount)), 0);
  return { amount: formatCents(totalCents), currency: amounts[0]?.currency ?? '' };
}

function toCents(decimal: string): number {
  const cents = parseCents(decimal);
  if (cents === undefined) throw new Error(`${decimal} is no amount`);
  return cents;
}
