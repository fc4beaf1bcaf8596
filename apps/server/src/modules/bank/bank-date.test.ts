/** How long a day of the bank still lasts: days on which the clocks change have 23 and 25 hours. */
import { describe, expect, it } from 'vitest';
import { secondsUntilTomorrow } from './bank-date.ts';

const HOUR = 3600;

describe('the seconds until tomorrow', () => {
  it.each([
    ['at the beginning of a day in winter', '2026-11-22T22:00:00Z', 'ee', 24 * HOUR],
    ['in the last second of a day', '2026-11-23T21:59:59Z', 'lv', 1],
    ['a moment before midnight, rounded up', '2026-11-23T21:59:59.999Z', 'lt', 1],
    ['on the day on which summer time begins', '2026-03-28T22:00:00Z', 'ee', 23 * HOUR],
    ['on the day on which it ends', '2026-10-24T21:00:00Z', 'ee', 25 * HOUR],
  ] as const)('%s', (_when, instant, country, seconds) => {
    expect(secondsUntilTomorrow(new Date(instant), country)).toBe(seconds);
  });
});
