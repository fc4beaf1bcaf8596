/** Which of our languages a language tag asks for. */
import { LOCALES, type Locale } from './enumerations.ts';

/** Regions and scripts are left aside, letters' case too (BCP 47): `et-EE` → `et`. Undefined for every language that we do not speak. */
export function localeOfTag(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string') return undefined;
  const language = tag.trim().split('-', 1)[0]?.toLowerCase();
  return LOCALES.find((locale) => locale === language);
}

/** The first that we speak. */
export function firstLocale(tags: readonly unknown[]): Locale | undefined {
  return tags
    .values()
    .map(localeOfTag)
    .find((locale) => locale !== undefined);
}
