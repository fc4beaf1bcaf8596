import { expect, it } from 'vitest';
import { countryName, formatDay, formatMoment, formatPeriod } from './receipt-format.ts';

it.each([
  ['lt', '2026\u00a0m. lapkričio 20\u00a0d.'],
  ['ru', '20 ноября 2026\u00a0г.'],
  ['en', 'November 20, 2026'],
] as const)('a figure and its abbreviation share a line in %s', (locale, day) => {
  expect(formatDay('2026-11-20', locale)).toBe(day);
  expect(formatMoment('2026-11-20T12:07:00Z', locale, 'ee')).toContain(day);
});

it.each([
  ['en', 'November 20, 2026\u00a0– December 1, 2026'],
  ['et', '20. november 2026\u00a0– 1. detsember 2026'],
  ['ru', '20 ноября 2026\u00a0г.\u00a0— 1 декабря 2026\u00a0г.'],
] as const)('a period has the dash of %s, which begins no line', (locale, period) => {
  expect(formatPeriod('2026-11-20', '2026-12-01', locale)).toBe(period);
});

it('Estonian writes no comma between day and time', () => {
  expect(formatMoment('2026-11-20T12:07:11Z', 'et', 'ee')).toBe('20. november 2026 kell 14:07:11 EET');
});

it.each([
  ['en', 'EE', 'Estonia'],
  ['et', 'EE', 'Eesti'],
  ['lt', 'LV', 'Latvija'],
  ['ru', 'LT', 'Литва'],
  ['et', 'XQ', 'XQ'],
  ['et', 'e1', 'e1'],
  ['et', '', ''],
] as const)('names a country in %s as the page does: %s is %s', (locale, code, name) => {
  expect(countryName(code, locale)).toBe(name);
});
