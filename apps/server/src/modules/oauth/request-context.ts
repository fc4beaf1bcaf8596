/** Two parameters of the authorization request that are ours: which bank, and the language of its pages. */
import { BANK_COUNTRIES, type BankCountry, DEFAULT_LOCALE, LOCALES, type Locale } from '@portico/contract/values';

export interface RequestContext {
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
}

const DEFAULT_BANK_COUNTRY: BankCountry = 'ee';

/** There is one realm; naming it is optional. */
export const REALM = 'psd2';

export const isKnownRealm = (given: unknown): boolean => given === undefined || given === REALM;

/** Undefined when there is no such bank; absent means the Estonian one. Upper case is accepted: applications send both. */
export function parseBankCountry(given: unknown): BankCountry | undefined {
  if (given === undefined) return DEFAULT_BANK_COUNTRY;
  return typeof given === 'string' ? BANK_COUNTRIES.find((country) => country === given.toLowerCase()) : undefined;
}

/**
 * `locale`, else the first of OpenID Connect's `ui_locales` that we speak; regions are left aside (`et-EE`). A language we do not
 * speak is no error: the page then speaks English and offers the others.
 */
function parseLocale({ locale, ui_locales }: Readonly<Record<string, unknown>>): Locale {
  const wanted = [locale, ui_locales].flatMap((given) => (typeof given === 'string' ? given.split(' ') : []));
  const languages = wanted.map((tag) => tag.split('-')[0]?.toLowerCase());
  return languages.flatMap((language) => LOCALES.find((known) => known === language) ?? [])[0] ?? DEFAULT_LOCALE;
}

export function parseRequestContext(params: Readonly<Record<string, unknown>>): RequestContext {
  const bankCountry = parseBankCountry(params.bank_country);
  if (bankCountry === undefined) throw new Error('The bank country was not checked when the request came in.');
  return { bankCountry, locale: parseLocale(params) };
}
