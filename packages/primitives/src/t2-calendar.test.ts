import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoWeekday } from './iso-date.ts';
import { easterSunday, isT2BusinessDay, nextT2BusinessDay, previousT2BusinessDay, sameOrNextT2BusinessDay } from './t2-calendar.ts';

describe('T2', () => {
  it.each([
    ['New Year', '2027-01-01'],
    ['Good Friday 2026', '2026-04-03'],
    ['Easter Monday 2026', '2026-04-06'],
    ['Good Friday 2027', '2027-03-26'],
    ['Easter Monday 2027', '2027-03-29'],
    ['Good Friday 2028', '2028-04-14'],
    ['Easter Monday 2028', '2028-04-17'],
    ['Good Friday 2029', '2029-03-30'],
    ['Easter Monday 2029', '2029-04-02'],
    ['Good Friday 2049, when Easter would come too late', '2049-04-16'],
    ['Labour Day', '2026-05-01'],
    ['Christmas Day', '2026-12-25'],
    ['26 December on a Thursday', '2024-12-26'],
    ['a Saturday', '2026-11-21'],
    ['a Sunday', '2026-11-22'],
  ])('is closed on %s, %s', (_, date) => expect(isT2BusinessDay(date)).toBe(false));

  it.each([
    ['Estonia’s independence day', '2026-02-24'],
    ['Lithuania’s', '2026-02-16'],
    ['Latvia’s', '2026-11-18'],
    ['Midsummer', '2026-06-24'],
    ['Maundy Thursday', '2026-04-02'],
    ['the Tuesday after Easter', '2026-04-07'],
    ['Ascension Day', '2026-05-14'],
    ['Christmas Eve', '2026-12-24'],
    ['New Year’s Eve', '2026-12-31'],
  ])('is open on %s, %s', (_, date) => expect(isT2BusinessDay(date)).toBe(true));

  it('skips to the next and back to the previous business day', () => {
    expect(nextT2BusinessDay('2026-04-02')).toBe('2026-04-07');
    expect(previousT2BusinessDay('2026-04-07')).toBe('2026-04-02');
    expect(nextT2BusinessDay('2026-12-24')).toBe('2026-12-28');
    expect(sameOrNextT2BusinessDay('2026-11-20')).toBe('2026-11-20');
    expect(sameOrNextT2BusinessDay('2026-11-21')).toBe('2026-11-23');
  });

  it('has Easter on a Sunday between 22 March and 25 April of every year', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (year) => {
        const date = easterSunday(year);
        return isoWeekday(date) === 7 && date >= `${year}-03-22` && date <= `${year}-04-25`;
      }),
    ));

  it.each([
    [1943, '1943-04-25'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2038, '2038-04-25'],
  ])('has Easter %d on %s', (year, date) => expect(easterSunday(year)).toBe(date));
});
