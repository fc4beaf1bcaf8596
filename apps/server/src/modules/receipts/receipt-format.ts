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

/** An instant at the bank's counter, with its zone. `instant`: ISO 8601 in UTC. */
export function formatMoment(instant: string, locale: Locale, country: BankCountry): string {
  const date = new Date(instant);
  const timeZone = bankZone(country);
  const text = new Intl.DateTimeFormat(formattingLocale(locale), { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(date);
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(date);
  return plainSpaces(`${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`);
}

export const formatIban = (iban: string): string => iban.replaceAll(GROUP, `$&${NO_BREAK_SPACE}`);

/** What language data writes with thin spaces; `2026 г.`, `20 d.`: a figure and its abbreviation share a line. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u202f\u2009]|(?<=\d) (?=(?:г|m|d)\.)/g, NO_BREAK_SPACE);
