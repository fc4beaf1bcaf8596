import { describe, expect, it } from 'vitest';
import { daysBetween, quarterOf, quartersBack, readPeriod } from './quarter.ts';
import { readReportId } from './report-id.ts';

describe('a quarter', () => {
  it.each([
    ['2026-01-01', { period: '2026Q1', from: '2026-01-01', to: '2026-03-31' }],
    ['2028-02-29', { period: '2028Q1', from: '2028-01-01', to: '2028-03-31' }],
    ['2026-06-30', { period: '2026Q2', from: '2026-04-01', to: '2026-06-30' }],
    ['2026-12-31', { period: '2026Q4', from: '2026-10-01', to: '2026-12-31' }],
  ])('of %s is known', (day, quarter) => {
    expect(quarterOf(day)).toEqual(quarter);
    expect(readPeriod(quarter.period)).toEqual(quarter);
  });
  it.each(['', '2026', '2026Q0', '2026Q5', '0000Q1', '26Q1', '2026q1', ' 2026Q1', '2026Q1\n', '../2026Q1', '２０２６Q1'])(
    'is not named by %j',
    (text) => {
      expect(readPeriod(text)).toBeUndefined();
    },
  );
  it('has as many days as the calendar', () => {
    const { from, to } = quarterOf('2028-01-15');
    expect(daysBetween(from, to)).toHaveLength(31 + 29 + 31);
  });
  it('follows another, the latest first, across the year', () => {
    expect(quartersBack('2025-11-05', '2026-04-01').map(({ period }) => period)).toEqual(['2026Q2', '2026Q1', '2025Q4']);
  });
});

describe('the name of a report', () => {
  it.each([
    '',
    '2026q3',
    '2026q3-exe',
    '2026Q3-csv',
    '2026q3-csv\r\nx: y',
    '..%2f2026q3-csv',
    '2026q3-csv\u202Efdp',
    '2026q5-pdf',
    'x'.repeat(10_000),
  ])('is not %j', (text) => {
    expect(readReportId(text)).toBeUndefined();
  });
});
