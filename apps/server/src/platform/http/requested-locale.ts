/** The language of a page that the server writes, from the request only. */
import { firstLocale, type Locale } from '@portico/contract/values';
import { acceptedLocale } from './accepted-locale.ts';

/**
 * Returns `locale`, else the first supported language of OpenID Connect's `ui_locales`, else the browser's preference. Undefined where none of them
 * is supported, which is not an error.
 *
 * @param params of the query or of a form, unchanged
 * @param acceptLanguage the browser's header of that name
 */
export function requestedLocale(params: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): Locale | undefined {
  const wanted = [params.locale, params.ui_locales].flatMap((given) => (typeof given === 'string' ? given.split(' ') : []));
  return firstLocale(wanted) ?? acceptedLocale(acceptLanguage);
}
