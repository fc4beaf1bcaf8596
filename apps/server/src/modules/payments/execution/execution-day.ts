/**
 * The day on which a payment is executed, as it is shown, signed, reported and booked: never before the bank's today. Until the last
 * signature is there the day follows the clock; then it is stored.
 */
import { type Bank, bankDate } from '#modules/bank/index.ts';
import { isInstant } from '../api/payment-view.ts';
import type { AnyNewPayment, AnyPayment } from '../model/payment.ts';
import { awaitsSignature } from '../model/payment-status.ts';
import type { PeriodicPayment } from '../model/periodic-payment.ts';
import { firstDay, firstDayAt } from '../model/schedule.ts';

type DayTerms = Pick<AnyNewPayment, 'product' | 'requestedExecutionDate' | 'bankCountry' | 'receivedAt' | 'schedule'>;
type DayRules = Pick<Bank, 'ordinaryExecutionTime'>;

/** As long as a signing lasts: what was received before the cut-off is still in time when the customer has signed it. */
const SIGNING_MS = 15 * 60_000;

/** `now`: tenant time. An order without a day, or of a day that is over, is executed as soon as the bank can. */
export function executionDayOf(bank: DayRules, terms: DayTerms, now: Date): string {
  const today = bankDate(now, terms.bankCountry);
  const planned = terms.schedule === undefined ? terms.requestedExecutionDate : firstDayAt(terms.schedule, today);
  const day = planned === undefined || planned < today ? today : planned;
  if (isInstant(terms.product)) return day;
  const executed = bankDate(ordinaryTime(bank, terms, now, day), terms.bankCountry);
  return executed > day ? executed : day;
}

/** When an ordinary payment is executed that is taken in at `now` for `day`; never before `now`. */
export function ordinaryTime(bank: DayRules, { receivedAt }: Pick<DayTerms, 'receivedAt'>, now: Date, day: string): Date {
  const time = bank.ordinaryExecutionTime(isSignedInTime(receivedAt, now) ? receivedAt : now, day);
  return time < now ? now : time;
}

/**
 * When the run counts as received that a periodic payment makes at `now`. The first run has the cut-off of its order, which the customer
 * signed in time at `executeAt`; the delay of the queue moves no run to another day.
 */
export function runReceivedAt({ receivedAt, executeAt = receivedAt }: Pick<PeriodicPayment, 'receivedAt' | 'executeAt'>, now: Date): Date {
  if (!isSignedInTime(receivedAt, executeAt)) return now;
  const earliest = new Date(now.getTime() - SIGNING_MS);
  return receivedAt > earliest ? receivedAt : earliest;
}

function isSignedInTime(receivedAt: Date, signedAt: Date): boolean {
  const waitedMs = signedAt.getTime() - receivedAt.getTime();
  return waitedMs >= 0 && waitedMs <= SIGNING_MS;
}

/** The payment with the day that holds now, where a signature is still awaited. */
export function onItsDay<Shown extends AnyPayment>(bank: DayRules, payment: Shown, now: Date): Shown {
  if (!awaitsSignature(payment.status) || isDayOver(payment, now)) return payment;
  return { ...payment, executionDate: executionDayOf(bank, { ...payment, requestedExecutionDate: payment.executionDate }, now) };
}

/** Nobody has signed it, and the day that was asked for, or the first one of a periodic payment, is over. */
export function isDayOver({ schedule, requestedExecutionDate, bankCountry, status }: AnyPayment, now: Date): boolean {
  const day = schedule === undefined ? requestedExecutionDate : firstDay(schedule);
  return status === 'RCVD' && day !== undefined && day < bankDate(now, bankCountry);
}

/** Ordered for a later day: the bank holds no money until then. An ordered day behind `executionDate`, which the page showed, does not count. */
export function isAhead({ requestedExecutionDate, executionDate, bankCountry }: AnyPayment, now: Date): boolean {
  const today = bankDate(now, bankCountry);
  return requestedExecutionDate !== undefined && requestedExecutionDate > today && requestedExecutionDate <= executionDate;
}

/** The money is needed when the payment is signed, though the bank may execute it on a later business day. */
export function isPaidWhenSigned(payment: AnyPayment, now: Date): boolean {
  const { schedule, bankCountry } = payment;
  return schedule === undefined ? !isAhead(payment, now) : firstDayAt(schedule, bankDate(now, bankCountry)) <= bankDate(now, bankCountry);
}
