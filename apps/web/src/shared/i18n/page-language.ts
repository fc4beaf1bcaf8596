/**
 * The language of a customer's page: the customer's choice in this tab, else the language from the provider's request, else the browser's, else
 * the bank's. One language is loaded at a time.
 */
import { firstLocale, type Locale, localeOfTag } from '@portico/contract/values';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { type CatalogueLoaders, loadTexts, showTexts } from './catalogues.ts';
import type { I18n } from './i18n.ts';

export interface PageLanguage {
  readonly i18n: I18n;
  /** Adds the catalogues of a part; resolves when their texts are loaded in the present language. Rejects when they cannot be loaded. */
  bring(catalogues: readonly CatalogueLoaders[]): Promise<void>;
  /** Applies the language of the provider's request, unless the customer has chosen one. */
  follow(locale: Locale): Promise<void>;
  /** Applies the customer's choice. Rejects without any change when its texts cannot be loaded. */
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

  /** The latest call takes effect; a language that loads later than a newer one is not shown. Returns whether this language is shown. */
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
      // The language may change while the texts load, so this waits for the texts of the latest language.
      while (!(await turnTo(wanted)));
    },
    async follow(locale) {
      // The value comes from a response, so its type is not certain.
      if (localeOfTag(locale) === undefined) return;
      storage.journeyLanguage.write(locale);
      if (localeOfTag(storage.chosenLanguage.read()) === undefined && wanted !== locale) await turnTo(locale);
    },
    async choose(locale) {
      if (await turnTo(locale)) storage.chosenLanguage.write(locale);
    },
  };
}
