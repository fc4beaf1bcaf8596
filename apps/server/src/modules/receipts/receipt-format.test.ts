import { expect, it } from 'vitest';
import { formatDay, formatMoment } from './receipt-format.ts';

it.each([
  ['lt', '2026\u00a0m. lapkričio 20\u00a0d.'],
  ['ru', '20 ноября 2026\u00a0г.'],
  ['en', 'November 20, 2026'],
] as const)('a figure and its abbreviation share a line in %s', (locale, day) => {
  expect(formatDay('2026-11-20', locale)).toBe(day);
  expect(formatMoment('2026-11-20T12:07:00Z', locale, 'ee')).toContain(day);
});
