/**
 * What stands on the customer's phone: what they sign, or where they sign in. Which words, and the values in them, is decided where the
 * content is made; in which language, when the phone is asked.
 */
import type { Locale } from '@portico/contract';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };

type PhoneKey = keyof typeof english;
/** `amount` is a decimal string. */
type Sum = { readonly amount: string; readonly currency: string };

export interface PhoneText {
  readonly key: PhoneKey;
  readonly values: Readonly<Record<string, string | Sum | PhoneText>>;
}

/** Smart-ID `displayText200`; some phones show only the first 60 characters, so what counts most stands there. */
export const PHONE_TEXT_LENGTH_MAX = 200;

/** Characters of a provider's name beside what it asks for, so that both fit. */
export const PROVIDER_LENGTH_MAX = 30;

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<PhoneKey, string>>>> = {
  en: english,
  et: estonian,
  lt: lithuanian,
  lv: latvian,
  ru: russian,
};

/** Placeholders whose value is a calendar date. */
const DAYS: ReadonlySet<string> = new Set(['date', 'start', 'end']);

const DAY_FORMS: Readonly<Partial<Record<Locale, string>>> = { et: '$3.$2.$1', lv: '$3.$2.$1.', ru: '$3.$2.$1' };

export function phoneText(key: PhoneKey, values: PhoneText['values'] = {}): PhoneText {
  return { key, values };
}

/** The line itself. What cannot be seen (line breaks, direction marks) is left out, so that no name rewrites it. */
export function sayOnPhone({ key, values }: PhoneText, locale: Locale): string {
  return CATALOGUES[locale][key].replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'string' && DAYS.has(name) ? sayDay(value, locale) : sayValue(value, locale);
  });
}

/** `date`: `YYYY-MM-DD`, which Lithuanian and English keep. The other languages write the day first; in Latvian the year ends in a full stop, too. */
function sayDay(date: string, locale: Locale): string {
  const written = DAY_FORMS[locale];
  return written === undefined ? date : date.replace(/^(\d{4})-(\d{2})-(\d{2})$/, written);
}

function sayValue(value: PhoneText['values'][string], locale: Locale): string {
  if (typeof value === 'string') return value.replaceAll(/\p{C}/gu, '');
  if ('key' in value) return sayOnPhone(value, locale);
  return `${locale === 'en' ? value.amount : value.amount.replace('.', ',')} ${value.currency}`;
}

/** Shortens the name of a provider or bank so that the line fits the phone in every language. */
export function shortenName(name: string, lengthMax: number): string {
  const characters = Array.from(name);
  return characters.length <= lengthMax ? name : `${characters.slice(0, lengthMax - 1).join('')}…`;
}
