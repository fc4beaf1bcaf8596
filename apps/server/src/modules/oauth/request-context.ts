/** Two parameters of the authorization request that Portico defines: the bank's country, and the language of its pages. */
import { BANK_COUNTRIES, type BankCountry, DEFAULT_LOCALE, type Locale } from '@portico/contract/values';
import { requestedLocale } from '#platform/http/requested-locale.ts';

export interface RequestContext {
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
}

const DEFAULT_BANK_COUNTRY: BankCountry = 'ee';

/** There is one realm; naming it is optional. */
export const REALM = 'psd2';

export const isKnownRealm = (given: unknown): boolean => given === undefined || given === REALM;

/** Undefined when there is no such bank; absent means the Estonian one. Case-insensitive, because applications send both. */
export function parseBankCountry(given: unknown): BankCountry | undefined {
  if (given === undefined) return DEFAULT_BANK_COUNTRY;
  return typeof given === 'string' ? BANK_COUNTRIES.find((country) => country === given.toLowerCase()) : undefined;
}

const LOCALES_OF_COUNTRIES: Readonly<Record<BankCountry, Locale>> = { ee: 'et', lv: 'lv', lt: 'lt' };

/** Language of an error page: as for the sign-in, else the language of the country in the request. */
export function pageLocale(params: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): Locale {
  const country = params.bank_country === undefined ? undefined : parseBankCountry(params.bank_country);
  return requestedLocale(params, acceptLanguage) ?? (country === undefined ? DEFAULT_LOCALE : LOCALES_OF_COUNTRIES[country]);
}

/** `acceptLanguage`: the browser's header of that name. */
export function parseRequestContext(params: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): RequestContext {
  const bankCountry = parseBankCountry(params.bank_country);
  if (bankCountry === undefined) throw new Error('The bank country was not checked when the request came in.');
  return { bankCountry, locale: requestedLocale(params, acceptLanguage) ?? DEFAULT_LOCALE };
}
