/**
 * The execution date of a payment, as shown, signed, reported and booked: never before the bank's current date. It follows the clock until the
 * last signature and is stored then.
 */
import { type Bank, bankDate } from '#modules/bank/index.ts';
import { isInstant, type PeriodicPayment } from '../model/kind.ts';
import type { AnyNewPayment, AnyPayment } from '../model/payment.ts';
import { awaitsSignature } from '../model/payment-status.ts';
import { firstDay, firstDayAt } from '../model/schedule.ts';

type DayTerms = Pick<AnyNewPayment, 'product' | 'requestedExecutionDate' | 'bankCountry' | 'receivedAt' | 'schedule'>;
type DayRules = Pick<Bank, 'ordinaryExecutionTime'>;

/** The length of a signing session: an order received before the cut-off is in time if the customer signs it within this period. */
const SIGNING_MS = 15 * 60_000;

/** `now`: tenant time. An order without a date, or with a past date, is executed as soon as the bank can. */
export function executionDayOf(bank: DayRules, terms: DayTerms, now: Date): string {
  const today = bankDate(now, terms.bankCountry);
  const planned = terms.schedule === undefined ? terms.requestedExecutionDate : firstDayAt(terms.schedule, today);
  const day = planned === undefined || planned < today ? today : planned;
  if (isInstant(terms.product)) return day;
  const executed = bankDate(ordinaryTime(bank, terms, now, day), terms.bankCountry);
  return executed > day ? executed : day;
}

/** When the bank executes an ordinary payment that it accepts at `now` for `day`; never before `now`. */
export function ordinaryTime(bank: DayRules, { receivedAt }: Pick<DayTerms, 'receivedAt'>, now: Date, day: string): Date {
  const time = bank.ordinaryExecutionTime(isSignedInTime(receivedAt, now) ? receivedAt : now, day);
  return time < now ? now : time;
}

/**
 * When the run of a periodic payment that starts at `now` counts as received. For the first run the cut-off of the order applies if the customer
 * signed in time, at `executeAt`. A delay of the queue therefore moves no run to another day.
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

/** Returns the payment with its present execution date, while it awaits a signature. */
export function onItsDay<Shown extends AnyPayment>(bank: DayRules, payment: Shown, now: Date): Shown {
  if (!awaitsSignature(payment.status) || isDayOver(payment, now)) return payment;
  return { ...payment, executionDate: executionDayOf(bank, { ...payment, requestedExecutionDate: payment.executionDate }, now) };
}

/** True for an unsigned payment whose requested date, or whose first date if it is periodic, has passed. */
export function isDayOver({ schedule, requestedExecutionDate, bankCountry, status }: AnyPayment, now: Date): boolean {
  const day = schedule === undefined ? requestedExecutionDate : firstDay(schedule);
  return status === 'RCVD' && day !== undefined && day < bankDate(now, bankCountry);
}

/** True for an order for a later day, for which the bank reserves no money yet. A requested date after the shown `executionDate` does not count. */
export function isAhead({ requestedExecutionDate, executionDate, bankCountry }: AnyPayment, now: Date): boolean {
  const today = bankDate(now, bankCountry);
  return requestedExecutionDate !== undefined && requestedExecutionDate > today && requestedExecutionDate <= executionDate;
}

/** True when the funds are needed at the signature, even if the bank executes the payment on a later business day. */
export function isPaidWhenSigned(payment: AnyPayment, now: Date): boolean {
  const { schedule, bankCountry } = payment;
  return schedule === undefined ? !isAhead(payment, now) : firstDayAt(schedule, bankDate(now, bankCountry)) <= bankDate(now, bankCountry);
}
