import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantAt, isIsoDate, isoDateIn, isoWeekday, wallTimeIn } from './iso-date.ts';

describe('a calendar date', () => {
  it.each(['2026-04-03', '2028-02-29', '2000-02-29', '1999-12-31'])('%s exists', (date) => expect(isIsoDate(date)).toBe(true));

  it.each([
    '',
    '2027-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-04-03T00:00',
    '03.04.2026',
    '26-04-03',
    // JavaScript accepts these dates; `isIsoDate` must not.
    '+012026-04-03',
    '2026-04',
  ])('%j does not', (date) => expect(isIsoDate(date)).toBe(false));

  it('moves by days over months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(() => addDays('2026-02-30', 1)).toThrow(new RangeError('2026-02-30 is no calendar date.'));
    const days = fc.integer({ min: -20_000, max: 20_000 });
    fc.assert(fc.property(days, (count) => addDays(addDays('2026-06-15', count), -count) === '2026-06-15'));
  });

  it('knows its weekday, before 1970 too', () => {
    expect(isoWeekday('2026-11-21')).toBe(6);
    expect(isoWeekday('2026-11-22')).toBe(7);
    expect(isoWeekday('1970-01-01')).toBe(4);
    expect(isoWeekday('1969-12-31')).toBe(3);
  });
});

describe('a wall clock in Tallinn', () => {
  it('shows the date and time of an instant, in winter and in summer', () => {
    expect(isoDateIn('Europe/Tallinn', new Date('2026-01-01T21:59:59Z'))).toBe('2026-01-01');
    expect(isoDateIn('Europe/Tallinn', new Date('2026-01-01T22:00:00Z'))).toBe('2026-01-02');
    expect(isoDateIn('Europe/Tallinn', new Date('2026-01-01T22:14:59Z'))).toBe('2026-01-02');
    expect(wallTimeIn('Europe/Tallinn', new Date('2026-01-01T22:00:00Z'))).toBe('00:00');
    expect(wallTimeIn('Europe/Tallinn', new Date('2026-07-01T13:05:00Z'))).toBe('16:05');
  });

  it('points back to the instant, on the days when the clocks change too', () => {
    expect(instantAt('Europe/Tallinn', '2026-03-29', '08:00').toISOString()).toBe('2026-03-29T05:00:00.000Z');
    expect(instantAt('Europe/Tallinn', '2026-03-28', '08:00').toISOString()).toBe('2026-03-28T06:00:00.000Z');
    expect(instantAt('Europe/Tallinn', '2026-10-25', '08:00').toISOString()).toBe('2026-10-25T06:00:00.000Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), (days) => {
        const date = addDays('2024-01-01', days);
        const instant = instantAt('Europe/Tallinn', date, '08:00');
        return isoDateIn('Europe/Tallinn', instant) === date && wallTimeIn('Europe/Tallinn', instant) === '08:00';
      }),
    );
  });
});
