/** An order of books that is paid on a later day. */
import { EXECUTION_DAYS_AHEAD_MAX } from '@portico/contract/values';
import { addDays } from '@portico/primitives';
import { formatCents, readCents, TOTAL_CENTS } from '../checkout.ts';
import { type NewInstruction, newNumber } from '../instructions/instruction.ts';
import { dayFault, NO_AMOUNT, type OrderForm, paymentToShop, readBank, readSpeed, textOf, wrongFields } from '../instructions/order-form.ts';

export type PayLaterForm = OrderForm<'amount' | 'date' | 'bank' | 'speed'>;

const PROPOSED_DAYS = 14;

/** `today`: `YYYY-MM-DD`. */
export function firstPayLater(today: string): PayLaterForm {
  return { fields: { amount: formatCents(TOTAL_CENTS), date: addDays(today, PROPOSED_DAYS), bank: 'ee', speed: 'ordinary' }, errors: {} };
}

/** What to order, or the form with what is wrong. The bank checks all of it again. */
export function readPayLater(form: Readonly<Record<string, unknown>>, today: string): NewInstruction | PayLaterForm {
  const fields = { amount: textOf(form.amount), date: textOf(form.date), bank: textOf(form.bank), speed: textOf(form.speed) };
  const [cents, country, product] = [readCents(fields.amount), readBank(fields.bank), readSpeed(fields.speed)];
  const errors = wrongFields<keyof typeof fields>({
    amount: cents === undefined ? NO_AMOUNT : undefined,
    date: dayFault(fields.date, { from: addDays(today, 1), to: addDays(today, EXECUTION_DAYS_AHEAD_MAX) }),
    bank: country === undefined ? 'Choose your bank.' : undefined,
    speed: product === undefined ? 'Choose how fast.' : undefined,
  });
  const isIncomplete = cents === undefined || country === undefined || product === undefined;
  if (isIncomplete || Object.keys(errors).length > 0) return { fields, errors };
  return { kind: 'later', country, product, initiation: { ...paymentToShop(cents, newNumber(), 'order'), requestedExecutionDate: fields.date } };
}
