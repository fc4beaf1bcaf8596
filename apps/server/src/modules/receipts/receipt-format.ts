/** Dates, sums and codes as the pages write them: English the American way, sums with two decimals, IBANs in groups of four. */
import type { BankCountry, Locale } from '@portico/contract';
import { AMOUNT_DECIMALS } from '@portico/contract/values';
import { bankZone } from '../bank/index.ts';

const NO_BREAK_SPACE = '\u00a0';
const GROUP = /.{4}(?=.)/g;

const formattingLocale = (locale: Locale): string => (locale === 'en' ? 'en-US' : locale);

/** `amount` is a decimal string. */
export function formatSum({ amount, currency }: { readonly amount: string; readonly currency: string }, locale: Locale): string {
  const decimals = { minimumFractionDigits: AMOUNT_DECIMALS, maximumFractionDigits: AMOUNT_DECIMALS };
  const figure = new Intl.NumberFormat(formattingLocale(locale), { useGrouping: 'always', ...decimals }).format(Number(amount));
  return plainSpaces(`${figure}${NO_BREAK_SPACE}${currency}`);
}

/** `date`: `YYYY-MM-DD`. */
export function formatDay(date: string, locale: Locale): string {
  return plainSpaces(new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)));
}

/** Both days in full, not shortened as on the pages. The dash is the language's own and ends no line. */
export function formatPeriod(from: string, to: string, locale: Locale): string {
  return `${formatDay(from, locale)}${NO_BREAK_SPACE}${locale === 'ru' ? '—' : '–'} ${formatDay(to, locale)}`;
}

/** `EE` → Estonia, in the receipt's language. `code` is ISO 3166-1 alpha-2; any other text is returned unchanged. */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** An instant at the bank's counter, with its zone. `instant`: ISO 8601 in UTC. */
export function formatMoment(instant: string, locale: Locale, country: BankCountry): string {
  const date = new Date(instant);
  const timeZone = bankZone(country);
  const text = new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(date);
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(date);
  return plainSpaces(`${withoutComma(text)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`);
}

export const formatIban = (iban: string): string => iban.replaceAll(GROUP, `$&${NO_BREAK_SPACE}`);

/** `20. november 2026, kell 14:07:11`: Estonian writes no comma there, language data does. */
const withoutComma = (moment: string): string => moment.replace(', kell', ' kell');

/** What language data writes with thin spaces; `2026 г.`, `20 d.`: a figure and its abbreviation share a line. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u202f\u2009]|(?<=\d) (?=(?:г|m|d)\.)/g, NO_BREAK_SPACE);
