/** Quarters of the calendar. */
import { addDays } from '@portico/primitives';

export interface Quarter {
  /** `2026Q3`. */
  readonly period: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Of this millennium: no other year is asked about, and the calendar has an end. */
const PERIOD = /^(2\d{3})Q([1-4])$/;
const MONTHS = 3;

export function quarterOf(day: string): Quarter {
  const year = Number(day.slice(0, 4));
  return quarterAt(year, Math.ceil(Number(day.slice(5, 7)) / MONTHS));
}

/** Undefined for what names no quarter. */
export function readPeriod(text: string): Quarter | undefined {
  const [, year, number] = PERIOD.exec(text) ?? [];
  return year === undefined || number === undefined ? undefined : quarterAt(Number(year), Number(number));
}

/** From that of the one day to that of the other, the latest first. */
export function quartersBack(first: string, last: string): readonly Quarter[] {
  const quarters = [quarterOf(last)];
  for (let quarter = quarterOf(last); quarter.from > first; ) {
    quarter = quarterOf(addDays(quarter.from, -1));
    quarters.push(quarter);
  }
  return quarters;
}

/** Every day from the one to the other. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function quarterAt(year: number, number: number): Quarter {
  const from = dayAt(year, number);
  const next = number === 4 ? dayAt(year + 1, 1) : dayAt(year, number + 1);
  return { period: `${String(year).padStart(4, '0')}Q${number}`, from, to: addDays(next, -1) };
}

function dayAt(year: number, number: number): string {
  const month = (number - 1) * MONTHS + 1;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}
