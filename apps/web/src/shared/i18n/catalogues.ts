/**
 * Message catalogues, one per feature and language, loaded when that language is first needed. A key is
 * `feature.name`; the messages are compiled at build (`build/compile-messages.ts`).
 */
import { DEFAULT_LOCALE, type Locale } from '@portico/contract/values';
import englishEssentialTexts from '../essential-texts/messages.en.json';
import { createI18nOf, type I18n, type Messages } from './i18n.ts';

export type CatalogueLoaders = Readonly<Record<Locale, () => Promise<{ default: Messages }>>>;

/** With every key in every language: a missing one is a type error where the catalogue is declared. */
export type CatalogueOf<Key extends string> = Readonly<Record<Locale, () => Promise<{ default: Readonly<Record<Key, string>> }>>>;

/** Speaks English, and of it only the last words, until a catalogue is loaded. */
export function createI18n(): I18n {
  return createI18nOf(DEFAULT_LOCALE, englishEssentialTexts);
}

/** The texts of these features in one language. */
export async function loadTexts(locale: Locale, features: readonly CatalogueLoaders[]): Promise<Messages> {
  const catalogues = await Promise.all(features.map((loaders) => loaders[locale]()));
  return Object.assign({}, ...catalogues.map((catalogue) => catalogue.default));
}

/** Makes it the page's language. */
export function showTexts(i18n: I18n, locale: Locale, texts: Messages): void {
  i18n.speak(locale, texts);
  document.documentElement.lang = locale;
}

export async function activateLocale(i18n: I18n, locale: Locale, features: readonly CatalogueLoaders[]): Promise<void> {
  showTexts(i18n, locale, await loadTexts(locale, features));
}
