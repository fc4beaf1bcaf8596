/** Days on which T2, the Eurosystem's settlement system, is closed. It is open on national holidays of the Baltic states. */
import { addDays, isoWeekday } from './iso-date.ts';

const FIXED_CLOSED_DAYS: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);
const SATURDAY = 6;

/** True when T2 settles on this date (`YYYY-MM-DD`): not Saturday, Sunday, 1 January, Good Friday, Easter Monday, 1 May, 25 or 26 December. */
export function isT2BusinessDay(date: string): boolean {
  if (isoWeekday(date) >= SATURDAY || FIXED_CLOSED_DAYS.has(date.slice(5))) return false;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return date !== addDays(easter, -2) && date !== addDays(easter, 1);
}

/** The date itself when T2 settles on it, else the next one that does. */
export function sameOrNextT2BusinessDay(date: string): string {
  return isT2BusinessDay(date) ? date : nextT2BusinessDay(date);
}

/** The first business day after `date`. */
export function nextT2BusinessDay(date: string): string {
  const next = addDays(date, 1);
  return isT2BusinessDay(next) ? next : nextT2BusinessDay(next);
}

/** The last business day before `date`. */
export function previousT2BusinessDay(date: string): string {
  const previous = addDays(date, -1);
  return isT2BusinessDay(previous) ? previous : previousT2BusinessDay(previous);
}

/** Easter Sunday of the Gregorian calendar (anonymous algorithm, Meeus/Jones/Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
