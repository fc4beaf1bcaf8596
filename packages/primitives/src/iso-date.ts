/** Calendar dates as `YYYY-MM-DD` text. Without a time of day, they do not depend on a time zone. */

const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;
/** Since 1972 the offset of every time zone is a multiple of 15 minutes, so a date never begins within such a quarter. */
const QUARTER_MS = 15 * 60 * 1000;
/** Most calls ask for the current date, so the last result of each zone is kept. */
const LAST_DATES = new Map<string, { readonly quarter: number; readonly date: string }>();
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** True for a date that exists: `2028-02-29` yes, `2027-02-29` no. */
export function isIsoDate(text: string): boolean {
  const match = FORM.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the date `days` later (earlier when negative). @throws RangeError when `date` is not a valid date. */
export function addDays(date: string, days: number): string {
  return new Date(epochDay(date) * DAY_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** Day of the week, Monday 1 … Sunday 7 (ISO 8601). */
export function isoWeekday(date: string): number {
  // 1970-01-01 was a Thursday.
  return ((((epochDay(date) + 3) % 7) + 7) % 7) + 1;
}

/** Calendar date of an instant in a time zone, e.g. `isoDateIn('Europe/Tallinn', now)`. */
export function isoDateIn(timeZone: string, instant: Date): string {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const known = LAST_DATES.get(timeZone);
  if (known?.quarter === quarter) return known.date;
  const date = wallClock(timeZone, instant).slice(0, 10);
  LAST_DATES.set(timeZone, { quarter, date });
  return date;
}

/** Hour and minute of an instant in a time zone, `HH:MM`, 24 hours. */
export function wallTimeIn(timeZone: string, instant: Date): string {
  return wallClock(timeZone, instant).slice(11, 16);
}

/** Returns the instant of a local `date` and `time` (`HH:MM`) in a time zone. */
export function instantAt(timeZone: string, date: string, time: string): Date {
  const wanted = new Date(`${date}T${time}:00Z`).getTime();
  // Two rounds, because the first guess may be on the other side of a clock change.
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    guess = wanted - (new Date(`${wallClock(timeZone, new Date(guess))}Z`).getTime() - guess);
  }
  return new Date(guess);
}

/** Local time in the zone as `YYYY-MM-DDTHH:MM:SS`. */
function wallClock(timeZone: string, instant: Date): string {
  const parts = formatter(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Creating a formatter costs a hundred times its use. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  FORMATTERS.set(timeZone, made);
  return made;
}

function epochDay(date: string): number {
  if (!isIsoDate(date)) throw new RangeError(`${date} is no calendar date.`);
  return Math.floor(new Date(`${date}T00:00:00Z`).getTime() / DAY_MS);
}
