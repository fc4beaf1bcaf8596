/** A subscription to books: how much, how often, from when until when. */

import { addDays, isIsoDate } from '@portico/primitives';
import { PERIODIC_FREQUENCIES, PERIODIC_START_DAYS_MAX, type PeriodicFrequency } from '../bank-limits.ts';
import { readCents } from '../checkout.ts';
import { type NewInstruction, newNumber } from '../instructions/instruction.ts';
import { FREQUENCIES } from '../instructions/instruction-facts.ts';
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

const FIELDS = ['amount', 'frequency', 'startDate', 'endDate', 'day', 'bank', 'speed', 'payee'] as const;
export type SubscriptionForm = OrderForm<(typeof FIELDS)[number]>;

/** These run on a weekday of their own, not on a day of the month. */
const WITHOUT_DAY: ReadonlySet<string> = new Set<PeriodicFrequency>(['Daily', 'Weekly', 'EveryTwoWeeks']);

/** `today`: `YYYY-MM-DD`. */
export function firstSubscription(today: string): SubscriptionForm {
  return {
    fields: { amount: '12.50', frequency: 'Monthly', startDate: today, endDate: '', day: '', bank: 'ee', speed: 'ordinary', payee: 'match' },
    errors: {},
  };
}

/** What to order, or the form with what is wrong. The bank checks all of it again. */
export function readSubscription(form: Readonly<Record<string, unknown>>, today: string): NewInstruction | SubscriptionForm {
  const fields = {
    amount: textOf(form.amount),
    frequency: textOf(form.frequency),
    startDate: textOf(form.startDate),
    endDate: textOf(form.endDate),
    day: textOf(form.day),
    bank: textOf(form.bank),
    speed: textOf(form.speed),
    payee: textOf(form.payee),
  };
  const { startDate, endDate, day } = fields;
  const cents = readCents(fields.amount);
  const frequency = PERIODIC_FREQUENCIES.find((known) => known === fields.frequency && FREQUENCIES[known] !== undefined);
  const [country, product, payee] = [readBank(fields.bank), readSpeed(fields.speed), readPayee(fields.payee)];
  const errors = wrongFields<keyof typeof fields>({
    amount: cents === undefined ? NO_AMOUNT : undefined,
    frequency: frequency === undefined ? 'Choose how often.' : undefined,
    startDate: dayFault(startDate, { from: today, to: addDays(today, PERIODIC_START_DAYS_MAX) }),
    endDate: endFault(startDate, endDate),
    day: day === '' || /^([1-9]|[12]\d|3[01])$/.test(day) ? undefined : 'Choose a day of the month.',
    bank: country === undefined ? 'Choose your bank.' : undefined,
    speed: product === undefined ? 'Choose how fast.' : undefined,
    payee: payee === undefined ? NO_PAYEE : undefined,
  });
  const isIncomplete = cents === undefined || frequency === undefined || country === undefined || product === undefined || payee === undefined;
  if (isIncomplete || Object.keys(errors).length > 0) return { fields, errors };
  const initiation = {
    ...paymentToShop(cents, payee, newNumber(), 'subscription'),
    startDate,
    ...(endDate === '' ? {} : { endDate }),
    frequency,
    ...(day === '' || WITHOUT_DAY.has(frequency) ? {} : { dayOfExecution: day }),
  };
  return { kind: 'subscription', country, product, initiation };
}

/** None is an answer, too: until it is cancelled. */
function endFault(startDate: string, endDate: string): string | undefined {
  if (endDate === '') return undefined;
  if (!isIsoDate(endDate)) return 'Choose a day, or leave it empty.';
  return isIsoDate(startDate) && endDate < startDate ? 'The last day is before the first one.' : undefined;
}
