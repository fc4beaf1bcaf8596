/** The language of a page that the server writes, from the request alone. */
import { firstLocale, type Locale } from '@portico/contract/values';
import { acceptedLocale } from './accepted-locale.ts';

/**
 * `locale`, else the first of OpenID Connect's `ui_locales` that we speak, else what the browser asks for. Undefined where none of
 * them names a language of ours: that is no error.
 *
 * @param params of the query or of a form, as they came
 * @param acceptLanguage the browser's header of that name
 */
export function requestedLocale(params: Readonly<Record<string, unknown>>, acceptLanguage: string | undefined): Locale | undefined {
  const wanted = [params.locale, params.ui_locales].flatMap((given) => (typeof given === 'string' ? given.split(' ') : []));
  return firstLocale(wanted) ?? acceptedLocale(acceptLanguage);
}
