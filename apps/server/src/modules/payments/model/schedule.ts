/**
 * The dates of a periodic payment. Each is computed from the start and not from the previous date, so that a month's end does not drift:
 * 31 January, 28 February, 31 March. Dates are `YYYY-MM-DD`.
 */
import type { ExecutionRule, PeriodicFrequency } from '@portico/contract';
import { addDays, isT2BusinessDay, previousT2BusinessDay, sameOrNextT2BusinessDay } from '@portico/primitives';

export type OfferedFrequency = Exclude<PeriodicFrequency, 'MonthlyVariable'>;

export interface Schedule {
  readonly frequency: OfferedFrequency;
  readonly startDate: string;
  /** Inclusive; absent: until it is cancelled. */
  readonly endDate: string | undefined;
  /** 1 to 31, where 31 is the last day of every month; absent: the day of `startDate`. Only for steps of months. */
  readonly dayOfExecution: number | undefined;
  /** Absent for an instant payment, which runs on every day. */
  readonly executionRule: ExecutionRule | undefined;
}

type Step = { readonly days: number } | { readonly months: number };

const STEPS: Readonly<Record<OfferedFrequency, Step>> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
};

/** The day of the month; undefined for steps of days. */
export function dayOfMonth({ frequency, startDate, dayOfExecution }: Pick<Schedule, 'frequency' | 'startDate' | 'dayOfExecution'>) {
  return 'months' in STEPS[frequency] ? (dayOfExecution ?? Number(startDate.slice(8))) : undefined;
}

/** The date of the run with this number, starting at 0; undefined after the end date. */
export function runDate(schedule: Schedule, number: number): string | undefined {
  const date = plannedDate(schedule, number);
  return schedule.endDate !== undefined && date > schedule.endDate ? undefined : date;
}

/** The execution date of a run: an ordinary payment is moved after or before a day on which T2 is closed. */
export function executionDate({ executionRule }: Pick<Schedule, 'executionRule'>, date: string): string {
  if (executionRule === undefined || isT2BusinessDay(date)) return date;
  return executionRule === 'preceding' ? previousT2BusinessDay(date) : sameOrNextT2BusinessDay(date);
}

/** The execution date of the first run. */
export function firstDay(schedule: Schedule): string {
  return dayOfRun(schedule, 0);
}

/** The same for a payment that begins at `today`: the execution date of its first run then. */
export function firstDayAt(schedule: Schedule, today: string): string {
  return dayOfRun(schedule, firstRunAt(schedule, today));
}

function dayOfRun(schedule: Schedule, number: number): string {
  const date = runDate(schedule, number);
  if (date === undefined) throw new Error(`A schedule has no run ${number}.`);
  return executionDate(schedule, date);
}

/** The latest run that is due by `today`, else the first: of the dates that passed before the last signature, only one is executed. */
export function firstRunAt(schedule: Schedule, today: string): number {
  let number = 0;
  for (let next = runDate(schedule, 1); next !== undefined && next <= today; next = runDate(schedule, number + 1)) number += 1;
  return number;
}

function plannedDate(schedule: Schedule, number: number): string {
  const step = STEPS[schedule.frequency];
  if ('days' in step) return addDays(schedule.startDate, step.days * number);
  const day = dayOfMonth(schedule) ?? 1;
  const startMonth = monthOf(schedule.startDate);
  const firstMonth = dayInMonth(startMonth, day) < schedule.startDate ? startMonth + 1 : startMonth;
  return dayInMonth(firstMonth + step.months * number, day);
}

/** Months since the year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** This day of the month, or the last one of a shorter month. */
function dayInMonth(month: number, day: number): string {
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  return `${first}-${String(Math.min(day, lastDay)).padStart(2, '0')}`;
}
