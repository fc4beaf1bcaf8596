import { describe, expect, it } from 'vitest';
import { bankDay, msPastMidnight } from './bank-day.ts';

describe('tenant time of a house', () => {
  it.each(['2026-11-30T10:00:00Z', '2026-11-30T21:29:59Z', '2026-07-30T20:29:59Z', '2026-11-30T22:00:00Z', '2026-12-31T22:00:01Z'])(
    'is the real one at %s',
    (now) => {
      expect(msPastMidnight(new Date(now))).toBe(0);
    },
  );

  it.each([
    ['2026-11-30T21:30:00Z', '2026-12-01'],
    ['2026-11-30T21:59:59Z', '2026-12-01'],
    ['2026-12-31T21:59:30Z', '2027-01-01'],
    ['2026-07-31T20:59:30Z', '2026-08-01'],
    ['2026-10-25T21:45:00Z', '2026-10-26'],
    ['2026-03-28T21:45:00Z', '2026-03-29'],
  ])('at %s is that of the next day, with that day before it', (now, day) => {
    const tenant = new Date(new Date(now).getTime() + msPastMidnight(new Date(now)));
    expect([bankDay(0, tenant), msPastMidnight(tenant)]).toEqual([day, 0]);
  });
});
