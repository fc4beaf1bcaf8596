/** Reads the browser's preferred language from `Accept-Language` (RFC 9110 §12.5.4). */
import { firstLocale, type Locale } from '@portico/contract/values';

/** Returns the supported language with the highest weight; undefined when the header names none or is absent. */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    return { tag, weight: weightOf(parameters) };
  });
  const liked = ranges.filter(({ weight }) => weight > 0).toSorted((left, right) => right.weight - left.weight);
  return firstLocale(liked.map(({ tag }) => tag));
}

/** The default weight is 1. An invalid weight counts as 0. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((parameter) => parameter.trim()).find((parameter) => /^q=/i.test(parameter));
  if (given === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i.test(given) ? Number(given.slice(2)) : 0;
}
