/**
 * The language of a customer's page. The customer's own choice wins and lasts as long as the tab; else it is the language in which the
 * provider sent them, else the browser's, else the bank's. One language is loaded at a time.
 */
import { firstLocale, type Locale, localeOfTag } from '@portico/contract/values';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { type CatalogueLoaders, loadTexts, showTexts } from './catalogues.ts';
import type { I18n } from './i18n.ts';

export interface PageLanguage {
  readonly i18n: I18n;
  /** A part of the page brings its texts; resolves when they are there in the language in use. Rejects when they cannot be loaded. */
  bring(catalogues: readonly CatalogueLoaders[]): Promise<void>;
  /** The language in which the provider sent the customer, as soon as it is known; a choice of the customer's own stands above it. */
  follow(locale: Locale): Promise<void>;
  /** The customer's own choice. Rejects, and nothing changes, when its texts cannot be loaded. */
  choose(locale: Locale): Promise<void>;
}

export interface PageLanguageOptions {
  i18n: I18n;
  storage: Pick<BrowserStorage, 'chosenLanguage' | 'journeyLanguage'>;
  /** Normally `navigator.languages`. */
  browserLanguages: readonly string[];
  defaultLocale: Locale;
}

export function createPageLanguage({ i18n, storage, browserLanguages, defaultLocale }: PageLanguageOptions): PageLanguage {
  const catalogues = new Set<CatalogueLoaders>();
  let wanted = firstLocale([storage.chosenLanguage.read(), storage.journeyLanguage.read(), ...browserLanguages]) ?? defaultLocale;
  let shown: Locale | undefined;

  /** Whoever asks last is heard: a language that arrives late is not shown. Answers whether this one is. */
  const turnTo = async (locale: Locale): Promise<boolean> => {
    wanted = locale;
    try {
      const texts = await loadTexts(locale, Array.from(catalogues));
      if (wanted !== locale) return false;
      showTexts(i18n, locale, texts);
      shown = locale;
      return true;
    } catch (error) {
      if (wanted === locale) wanted = shown ?? locale;
      throw error;
    }
  };
  return {
    i18n,
    async bring(brought) {
      for (const loaders of brought) catalogues.add(loaders);
      // The language may change while the texts are on their way: the page waits for those it will be read in.
      while (!(await turnTo(wanted)));
    },
    async follow(locale) {
      // It came over the wire.
      if (localeOfTag(locale) === undefined) return;
      storage.journeyLanguage.write(locale);
      if (localeOfTag(storage.chosenLanguage.read()) === undefined && wanted !== locale) await turnTo(locale);
    },
    async choose(locale) {
      if (await turnTo(locale)) storage.chosenLanguage.write(locale);
    },
  };
}
