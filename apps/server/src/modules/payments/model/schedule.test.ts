import { addDays, isoWeekday, isT2BusinessDay } from '@portico/primitives';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfMonth, executionDate, firstRunAt, type OfferedFrequency, runDate, type Schedule } from './schedule.ts';

const BY_DAYS = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 } as const;
const BY_MONTHS = { Monthly: 1, EveryTwoMonths: 2, Quarterly: 3, SemiAnnual: 6, Annual: 12 } as const;

function schedule(frequency: OfferedFrequency, startDate: string, rest: Partial<Schedule> = {}): Schedule {
  return { frequency, startDate, endDate: undefined, dayOfExecution: undefined, executionRule: undefined, ...rest };
}

const firstDates = (agreement: Schedule, count: number) => Array.from({ length: count }, (_, number) => runDate(agreement, number));

describe('the days of a periodic payment', () => {
  it.each<[what: string, agreement: Schedule, dates: readonly (string | undefined)[]]>([
    ['daily', schedule('Daily', '2026-12-30'), ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['weekly on the weekday of the start', schedule('Weekly', '2026-02-25'), ['2026-02-25', '2026-03-04', '2026-03-11']],
    ['every two weeks', schedule('EveryTwoWeeks', '2026-12-24'), ['2026-12-24', '2027-01-07', '2027-01-21']],
    ['monthly on the day of the start', schedule('Monthly', '2026-01-15'), ['2026-01-15', '2026-02-15', '2026-03-15']],
    ['monthly from a 31st', schedule('Monthly', '2027-01-31'), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['monthly from a 30th', schedule('Monthly', '2027-01-30'), ['2027-01-30', '2027-02-28', '2027-03-30']],
    ['monthly from the last day of February', schedule('Monthly', '2027-02-28'), ['2027-02-28', '2027-03-28', '2027-04-28']],
    ['on the last day of each month', schedule('Monthly', '2027-02-10', { dayOfExecution: 31 }), ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['on the 29th, in a leap year too', schedule('Monthly', '2028-01-29', { dayOfExecution: 29 }), ['2028-01-29', '2028-02-29', '2028-03-29']],
    ['on a day after the start', schedule('Monthly', '2026-01-10', { dayOfExecution: 12 }), ['2026-01-12', '2026-02-12']],
    ['on a day before the start, so a month later', schedule('Monthly', '2026-12-10', { dayOfExecution: 5 }), ['2027-01-05', '2027-02-05']],
    ['on the day of the start itself', schedule('Monthly', '2026-12-10', { dayOfExecution: 10 }), ['2026-12-10', '2027-01-10']],
    [
      'every two months from a 31st',
      schedule('EveryTwoMonths', '2026-12-31'),
      ['2026-12-31', '2027-02-28', '2027-04-30', '2027-06-30', '2027-08-31'],
    ],
    ['quarterly from the month of the first day', schedule('Quarterly', '2026-11-20', { dayOfExecution: 5 }), ['2026-12-05', '2027-03-05']],
    ['twice a year', schedule('SemiAnnual', '2026-08-31'), ['2026-08-31', '2027-02-28', '2027-08-31']],
    ['yearly from a leap day', schedule('Annual', '2028-02-29'), ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    [
      'until the end, included',
      schedule('Weekly', '2026-03-02', { endDate: '2026-03-16' }),
      ['2026-03-02', '2026-03-09', '2026-03-16', undefined, undefined],
    ],
    ['until the day before', schedule('Weekly', '2026-03-02', { endDate: '2026-03-15' }), ['2026-03-02', '2026-03-09', undefined]],
    ['none where the period holds no such day', schedule('Monthly', '2026-03-02', { dayOfExecution: 31, endDate: '2026-03-30' }), [undefined]],
  ])('are %s', (_what, agreement, dates) => expect(firstDates(agreement, dates.length)).toEqual(dates));

  const dates = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2020-01-01', days));
  const numbers = fc.integer({ min: 0, max: 400 });
  const days = fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined });

  it('differ by days, and by whole weeks on the same weekday', () => {
    const kinds = fc.constantFrom<keyof typeof BY_DAYS>('Daily', 'Weekly', 'EveryTwoWeeks');
    fc.assert(
      fc.property(kinds, dates, numbers, (frequency, start, number) => {
        const date = runDate(schedule(frequency, start), number) ?? '';
        expect(date).toBe(addDays(start, BY_DAYS[frequency] * number));
        if (frequency !== 'Daily') expect(isoWeekday(date)).toBe(isoWeekday(start));
      }),
    );
  });

  it('differ by months, on their day or the last of a shorter month, and never before the start', () => {
    const kinds = fc.constantFrom<keyof typeof BY_MONTHS>('Monthly', 'EveryTwoMonths', 'Quarterly', 'SemiAnnual', 'Annual');
    fc.assert(
      fc.property(kinds, dates, days, numbers, (frequency, start, dayOfExecution, number) => {
        const agreement = schedule(frequency, start, { dayOfExecution });
        const [first = '', date = '', next = ''] = [runDate(agreement, 0), runDate(agreement, number), runDate(agreement, number + 1)];
        const wanted = dayOfMonth(agreement) ?? 0;
        expect(first >= start && first <= addDays(start, 31)).toBe(true);
        expect(months(date) - months(first)).toBe(BY_MONTHS[frequency] * number);
        expect(next > date).toBe(true);
        const day = Number(date.slice(8));
        const isLastOfMonth = addDays(date, 1).endsWith('-01');
        expect(day === wanted || (day < wanted && isLastOfMonth)).toBe(true);
      }),
    );
  });

  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

  it('end with the last day of the agreement', () => {
    fc.assert(
      fc.property(dates, numbers, numbers, (start, length, number) => {
        const endDate = addDays(start, length);
        const date = runDate(schedule('Weekly', start, { endDate }), number);
        expect(date).toBe(number * 7 <= length ? addDays(start, number * 7) : undefined);
      }),
    );
  });
});

describe('a day on which T2 is closed', () => {
  it.each([
    ['a Saturday', '2026-11-21', '2026-11-23', '2026-11-20'],
    ['Good Friday', '2026-04-03', '2026-04-07', '2026-04-02'],
    ['Christmas Day', '2026-12-25', '2026-12-28', '2026-12-24'],
    ['Labour Day', '2028-05-01', '2028-05-02', '2028-04-28'],
  ])('%s moves an ordinary payment according to its rule, and no instant one', (_what, date, following, preceding) => {
    expect(executionDate({ executionRule: 'following' }, date)).toBe(following);
    expect(executionDate({ executionRule: 'preceding' }, date)).toBe(preceding);
    expect(executionDate({ executionRule: undefined }, date)).toBe(date);
  });

  it('never reorders the runs', () => {
    const start = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days));
    const rules = fc.constantFrom('following' as const, 'preceding' as const);
    fc.assert(
      fc.property(start, rules, (date, executionRule) => {
        const [today, tomorrow] = [executionDate({ executionRule }, date), executionDate({ executionRule }, addDays(date, 1))];
        expect(isT2BusinessDay(today) && today <= tomorrow).toBe(true);
      }),
    );
  });
});

describe('when the last signature came after the first day', () => {
  it.each<[what: string, agreement: Schedule, today: string, date: string]>([
    ['before the start: the first run', schedule('Monthly', '2026-03-05'), '2026-03-01', '2026-03-05'],
    ['on the start: the first run', schedule('Monthly', '2026-03-05'), '2026-03-05', '2026-03-05'],
    ['a day later: the first run, made up for', schedule('Monthly', '2026-03-05'), '2026-03-06', '2026-03-05'],
    ['a week later: of seven days the last', schedule('Daily', '2026-03-05'), '2026-03-12', '2026-03-12'],
    ['after the end: the last run of all', schedule('Daily', '2026-03-05', { endDate: '2026-03-07' }), '2026-03-12', '2026-03-07'],
  ])('%s', (_what, agreement, today, date) => expect(runDate(agreement, firstRunAt(agreement, today))).toBe(date));
});
