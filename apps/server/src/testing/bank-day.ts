import { addDays, instantAt, isoDateIn, isoWeekday } from '@portico/primitives';

const ZONE = 'Europe/Tallinn';
const FRIDAY = 5;

/** The bank's calendar date so many days from `now`: days of the calendar, because a day on which the clocks change has no 24 hours. */
export function bankDay(days = 0, now = new Date()): string {
  return addDays(isoDateIn(ZONE, now), days);
}

/** Milliseconds from `now` to noon at the bank, so many days later. */
export function msUntilBankDay(days: number, now = new Date()): number {
  return instantAt(ZONE, bankDay(days, now), '12:00').getTime() - now.getTime();
}

/** Milliseconds from `now` to noon at the bank of the next Saturday: what is signed then waits for Monday, whatever hour it is here. */
export function msUntilClosedDay(now = new Date()): number {
  const daysToFriday = (FRIDAY - isoWeekday(bankDay(0, now)) + 7) % 7;
  return msUntilBankDay(daysToFriday + 1, now);
}

/** A file of tests takes less, on a busy machine too. */
const LONGEST_FILE_MS = 30 * 60_000;
const MARGIN_MS = 60_000;

/**
 * Milliseconds by which tenant time runs ahead, so that the bank's day does not end between a page and its signature: the product refuses a
 * signature then, because the page shows another day. 0 but for the last half hour of the day, which becomes the first of the next.
 */
export function msPastMidnight(now = new Date()): number {
  const left = instantAt(ZONE, bankDay(1, now), '00:00').getTime() - now.getTime();
  return left > LONGEST_FILE_MS ? 0 : left + MARGIN_MS;
}
