/**
 * Message catalogues, one per feature and language, loaded when that language is first needed. A key is
 * `feature.name`; the messages are compiled at build (`build/compile-messages.ts`).
 */
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { DEFAULT_LOCALE, type Locale } from '@portico/contract/values';

/** English is always there; the others as they are written. */
export type CatalogueLoaders = { readonly en: CatalogueLoader } & { readonly [Other in Locale]?: CatalogueLoader };
type CatalogueLoader = () => Promise<{ default: Messages }>;

export function createI18n(): I18n {
  return setupI18n({ locale: DEFAULT_LOCALE, messages: { [DEFAULT_LOCALE]: {} } });
}

/** Loads the catalogues of the given features in one language (English for what has none) and makes it the page's language. */
export async function activateLocale(i18n: I18n, locale: Locale, features: readonly CatalogueLoaders[]): Promise<void> {
  const catalogues = await Promise.all(features.map((loaders) => (loaders[locale] ?? loaders.en)()));
  i18n.load(locale, Object.assign({}, ...catalogues.map((catalogue) => catalogue.default)));
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Languages in which every one of these features speaks. */
export function localesOf(features: readonly CatalogueLoaders[], all: readonly Locale[]): Locale[] {
  return all.filter((locale) => features.every((loaders) => loaders[locale] !== undefined));
}
