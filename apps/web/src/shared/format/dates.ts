/** Dates for display (specification §9). APIs, code and downloads use ISO 8601. */
import { formattingLocale } from './locale.ts';

/** Zone abbreviations (EET, CET) are the same in every language, but only British English spells them out in CLDR. */
const ZONE_NAME_LOCALE = 'en-GB';

/** An instant with its zone: `November 20, 2026 at 14:07 EET`. `instant` is ISO 8601 in UTC; `timeZone` an IANA name. */
export function formatDateTime(instant: string, locale: string, timeZone: string): string {
  const date = new Date(instant);
  const text = new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone }).format(date);
  return `${keepTogether(withoutComma(text))} ${zoneName(date, timeZone)}`;
}

/** The time of day of an instant: `14:07`. */
export function formatTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(instant));
}

/** An instant with seconds, for logs, in which several requests fall into one minute: `November 20, 2026 at 14:07:31 EET`. */
export function formatMoment(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(date);
  return `${text} ${zoneName(date, timeZone)}`;
}

/** A calendar date without zone: `2026-11-20` → `November 20, 2026`. */
export function formatDate(isoDate: string, locale: string): string {
  const format = new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return keepTogether(format.format(new Date(`${isoDate}T00:00:00Z`)));
}

/** A period in its shortest form: `2026-10-01`, `2026-11-20` → `Oct 1 – Nov 20, 2026`. */
export function formatPeriod(isoFrom: string, isoTo: string, locale: string): string {
  const format = new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(`${isoFrom}T00:00:00Z`), new Date(`${isoTo}T00:00:00Z`));
}

/** Remaining minutes and seconds: `761` → `12:41`. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `20. november 2026, kell 14:07`: Estonian writes no comma there, language data does. */
function withoutComma(moment: string): string {
  return moment.replace(', kell', ' kell');
}

/** `2026 г.`, `2026 m.`, `20 d.`: a no-break space keeps the abbreviation on the line of its figure. */
function keepTogether(date: string): string {
  return date.replaceAll(/(?<=\d)\s(?=(?:г|m|d)\.)/g, '\u00a0');
}

function zoneName(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(ZONE_NAME_LOCALE, { timeZone, timeZoneName: 'short' }).formatToParts(date);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}
