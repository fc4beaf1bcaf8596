import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoment, formatPeriod, formatTimeLeft } from './dates.ts';
import { inFours } from './in-fours.ts';
import { formatList } from './lists.ts';
import { formatDecimal, formatMoney } from './money.ts';

describe('money', () => {
  it.each([
    ['1249', 'en', '1,249.00'],
    ['0.5', 'en', '0.50'],
    ['-46.80', 'en', '\u221246.80'],
    ['999999999.99', 'en', '999,999,999.99'],
    ['1249.00', 'lt', '1\u00a0249,00'],
    ['1249.00', 'et', '1\u00a0249,00'],
    ['1249.00', 'lv', '1\u00a0249,00'],
    ['1249.00', 'ru', '1\u00a0249,00'],
  ])('%s in %s is %s', (amount, locale, text) => {
    expect(formatDecimal(amount, locale)).toBe(text);
  });
  it('puts the ISO code behind a no-break space', () => {
    expect(formatMoney({ amount: '46.8', currency: 'EUR' }, 'en')).toBe('46.80\u00a0EUR');
  });
});

describe('dates', () => {
  it('are long, in 24 hours, with the zone’s short name', () => {
    expect(formatDateTime('2026-11-20T12:07:00Z', 'en', 'Europe/Tallinn')).toBe('November 20, 2026 at 14:07 EET');
    expect(formatDateTime('2026-07-01T21:07:00Z', 'en', 'Europe/Vilnius')).toBe('July 2, 2026 at 00:07 EEST');
  });
  it('have seconds where several requests fall into one minute', () => {
    expect(formatMoment('2026-11-20T22:07:31Z', 'Europe/Tallinn')).toBe('November 21, 2026 at 00:07:31 EET');
  });
  it.each([
    ['et', '20. november 2026 kell 14:07 EET', '20. november 2026', '1. okt – 20. nov 2026'],
    ['lt', '2026 m. lapkričio 20 d. 14:07 EET', '2026 m. lapkričio 20 d.', '2026-10-01 – 2026-11-20'],
    ['lv', '2026. gada 20. novembris 14:07 EET', '2026. gada 20. novembris', '2026. gada 1. okt. – 20. nov.'],
    ['ru', '20 ноября 2026 г. в 14:07 EET', '20 ноября 2026 г.', '1 окт. – 20 нояб. 2026 г.'],
  ])('are written as people write them in %s', (locale, moment, day, period) => {
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(plain(formatDateTime('2026-11-20T12:07:00Z', locale, 'Europe/Tallinn'))).toBe(moment);
    expect(plain(formatDate('2026-11-20', locale))).toBe(day);
    expect(plain(formatPeriod('2026-10-01', '2026-11-20', locale))).toBe(period);
  });
  it.each([
    ['lt', '2026\u00a0m. lapkričio 20\u00a0d.'],
    ['ru', '20 ноября 2026\u00a0г.'],
  ])('keep a figure and its abbreviation on one line in %s', (locale, day) => {
    expect(formatDate('2026-11-20', locale)).toBe(day);
    expect(formatDateTime('2026-11-20T12:07:00Z', locale, 'Europe/Tallinn')).toContain(day);
  });
  it('without a time carry no zone and never shift', () => {
    expect(formatDate('2026-11-20', 'en')).toBe('November 20, 2026');
  });
  it('of a period say what they share once', () => {
    const periods = [
      ['2026-11-01', '2026-11-20'],
      ['2025-12-31', '2026-01-01'],
      ['2026-11-20', '2026-11-20'],
    ] as const;
    const texts = periods.map(([from, to]) => formatPeriod(from, to, 'en').replaceAll('\u2009', ' '));
    expect(texts).toEqual(['Nov 1 – 20, 2026', 'Dec 31, 2025 – Jan 1, 2026', 'Nov 20, 2026']);
  });
  it('shows what is left in minutes and seconds, never below zero', () => {
    expect([761, 9.9, 0, -3].map(formatTimeLeft)).toEqual(['12:41', '0:09', '0:00', '0:00']);
  });
});

describe('a list of names', () => {
  it.each([
    ['en', 'A, B, and C'],
    ['et', 'A, B ja C'],
    ['lt', 'A, B ir C'],
    ['lv', 'A, B un C'],
    ['ru', 'A, B и C'],
  ])('is joined as in %s', (locale, text) => {
    expect(formatList(['A', 'B', 'C'], locale)).toBe(text);
    expect(formatList(['A'], locale)).toBe('A');
    expect(formatList([], locale)).toBe('');
  });
});

describe('an IBAN', () => {
  it('falls into groups of four', () => {
    expect(inFours('LV80BANK0000435195001')).toEqual(['LV80', 'BANK', '0000', '4351', '9500', '1']);
    expect(inFours('EE382200221020145685')).toHaveLength(5);
  });
});
