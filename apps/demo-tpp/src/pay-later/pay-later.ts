/** An order of books that is paid on a later day. */

import { addDays } from '@portico/primitives';
import { EXECUTION_DAYS_AHEAD_MAX } from '../bank-limits.ts';
import { formatCents, readCents, TOTAL_CENTS } from '../checkout.ts';
import { type NewInstruction, newNumber } from '../instructions/instruction.ts';
import {
  dayFault,
  NO_AMOUNT,
  NO_PAYEE,
  type OrderForm,
  paymentToShop,
  readBank,
  readPayee,
  readSpeed,
  textOf,
  wrongFields,
} from '../instructions/order-form.ts';

export type PayLaterForm = OrderForm<'amount' | 'date' | 'bank' | 'speed' | 'payee'>;

const PROPOSED_DAYS = 14;

/** `today`: `YYYY-MM-DD`. */
export function firstPayLater(today: string): PayLaterForm {
  return {
    fields: { amount: formatCents(TOTAL_CENTS), date: addDays(today, PROPOSED_DAYS), bank: 'ee', speed: 'ordinary', payee: 'match' },
    errors: {},
  };
}

/** What to order, or the form with what is wrong. The bank checks all of it again. */
export function readPayLater(form: Readonly<Record<string, unknown>>, today: string): NewInstruction | PayLaterForm {
  const fields = {
    amount: textOf(form.amount),
    date: textOf(form.date),
    bank: textOf(form.bank),
    speed: textOf(form.speed),
    payee: textOf(form.payee),
  };
  const [cents, country] = [readCents(fields.amount), readBank(fields.bank)];
  const [product, payee] = [readSpeed(fields.speed), readPayee(fields.payee)];
  const errors = wrongFields<keyof typeof fields>({
    amount: cents === undefined ? NO_AMOUNT : undefined,
    date: dayFault(fields.date, { from: addDays(today, 1), to: addDays(today, EXECUTION_DAYS_AHEAD_MAX) }),
    bank: country === undefined ? 'Choose your bank.' : undefined,
    speed: product === undefined ? 'Choose how fast.' : undefined,
    payee: payee === undefined ? NO_PAYEE : undefined,
  });
  const isIncomplete = cents === undefined || country === undefined || product === undefined || payee === undefined;
  if (isIncomplete || Object.keys(errors).length > 0) return { fields, errors };
  const initiation = { ...paymentToShop(cents, payee, newNumber(), 'order'), requestedExecutionDate: fields.date };
  return { kind: 'later', country, product, initiation };
}
