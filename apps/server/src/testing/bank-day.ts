import { addDays, instantAt, isoDateIn, isoWeekday } from '@portico/primitives';

const ZONE = 'Europe/Tallinn';
const FRIDAY = 5;

/** The bank's calendar date this many days after `now`. It counts calendar days, because a day of a clock change does not have 24 hours. */
export function bankDay(days = 0, now = new Date()): string {
  return addDays(isoDateIn(ZONE, now), days);
}

/** Milliseconds from `now` to noon in the bank's time zone, this many days later. */
export function msUntilBankDay(days: number, now = new Date()): number {
  return instantAt(ZONE, bankDay(days, now), '12:00').getTime() - now.getTime();
}

/**
 * Milliseconds from `now` to noon of the next Saturday in the bank's time zone. A payment signed then waits for Monday, at every hour of a test run.
 */
export function msUntilClosedDay(now = new Date()): number {
  const daysToFriday = (FRIDAY - isoWeekday(bankDay(0, now)) + 7) % 7;
  return msUntilBankDay(daysToFriday + 1, now);
}

/** The longest time of one test file, also on a busy machine. */
const LONGEST_FILE_MS = 30 * 60_000;
const MARGIN_MS = 60_000;

/**
 * Milliseconds by which tenant time is ahead, so that the bank's day does not end between a page and its signature. The product refuses a signature
 * then, because the page shows another day. It is 0 except in the last half hour of a day, which becomes the first of the next.
 */
export function msPastMidnight(now = new Date()): number {
  const left = instantAt(ZONE, bankDay(1, now), '00:00').getTime() - now.getTime();
  return left > LONGEST_FILE_MS ? 0 : left + MARGIN_MS;
}
