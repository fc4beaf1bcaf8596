/** What is paid: the amount of a payment, the total of a bulk payment. */
import type { Amount } from '@portico/contract';
import { addCents, formatCents, parseCents } from '@portico/primitives';
import { isBulk, type PaidSession } from '../../engine/signing-session.ts';

/** A bulk payment's is the sum of its items, in the currency of the first one (specification §9). */
export function paidAmount(session: PaidSession): Amount {
  return isBulk(session) ? totalOf(session.details.payments.map(({ instructedAmount }) => instructedAmount)) : session.details.instructedAmount;
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
