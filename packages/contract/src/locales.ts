/** Finds the supported language of a language tag. */
import { LOCALES, type Locale } from './enumerations.ts';

/** Ignores regions, scripts and case (BCP 47): `et-EE` → `et`. Returns undefined for an unsupported language. */
export function localeOfTag(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string') return undefined;
  const language = tag.trim().split('-', 1)[0]?.toLowerCase();
  return LOCALES.find((locale) => locale === language);
}

/** Returns the first supported language. */
export function firstLocale(tags: readonly unknown[]): Locale | undefined {
  return tags
    .values()
    .map(localeOfTag)
    .find((locale) => locale !== undefined);
}
