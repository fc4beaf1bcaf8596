/** Reads the browser's preferred language from `Accept-Language` (RFC 9110 §12.5.4). */
import { firstLocale, type Locale } from '@portico/contract/values';
import Negotiator from 'negotiator';

/** Returns the supported language with the highest weight; undefined when the header names none or is absent. */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  if (header === undefined) return undefined;
  return firstLocale(new Negotiator({ headers: { 'accept-language': header } }).languages());
}
