/** Two parameters of the authorization request that are ours: which bank, and the language of its pages. */
import { BANK_COUNTRIES, type BankCountry, DEFAULT_LOCALE, firstLocale, type Locale } from '@portico/contract/values';
import { acceptedLocale } from '#platform/http/accepted-locale.ts';

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
 * `locale`, else the first of OpenID Connect's `ui_locales` that we speak, else what the browser asks for. A language that we do not
 * speak is no error: the page then speaks another one and offers all of ours.
 */
function parseLocale({ locale, ui_locales }: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): Locale {
  const wanted = [locale, ui_locales].flatMap((given) => (typeof given === 'string' ? given.split(' ') : []));
  return firstLocale(wanted) ?? acceptedLocale(acceptLanguage) ?? DEFAULT_LOCALE;
}

/** `acceptLanguage`: the browser's header of that name. */
export function parseRequestContext(params: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): RequestContext {
  const bankCountry = parseBankCountry(params.bank_country);
  if (bankCountry === undefined) throw new Error('The bank country was not checked when the request came in.');
  return { bankCountry, locale: parseLocale(params, acceptLanguage) };
}
