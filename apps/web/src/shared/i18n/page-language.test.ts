import { afterEach, describe, expect, it } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { type CatalogueLoaders, createI18n } from './catalogues.ts';
import type { Messages } from './i18n.ts';
import { createPageLanguage } from './page-language.ts';

const LANGUAGES = ['en', 'et', 'lt', 'lv', 'ru'] as const;
type Language = (typeof LANGUAGES)[number];
type Loaded = { default: Messages };

afterEach(() => window.sessionStorage.clear());

/** Languages that say their own name, and how often each was loaded. */
function named(key = 'x.name'): { catalogue: CatalogueLoaders; loads: Language[] } {
  const loads: Language[] = [];
  const loaderOf = (locale: Language) => async () => {
    loads.push(locale);
    return { default: { [key]: locale } };
  };
  return { loads, catalogue: { en: loaderOf('en'), et: loaderOf('et'), lt: loaderOf('lt'), lv: loaderOf('lv'), ru: loaderOf('ru') } };
}

function open(browserLanguages: readonly string[] = ['de-DE'], storage = createBrowserStorage(window)) {
  const i18n = createI18n();
  const language = createPageLanguage({ i18n, storage, browserLanguages, defaultLocale: 'en' });
  return { i18n, storage, language, says: () => [i18n.read().text('x.name'), i18n.read().locale, document.documentElement.lang] };
}

const all = (locale: Language) => [locale, locale, locale];

describe('the language of a page', () => {
  it.each([
    [['lv-LV', 'en'], 'lv'],
    [['de-CH', 'ru'], 'ru'],
    [['de', 'fr-FR'], 'en'],
    [[], 'en'],
    [['__proto__', '', 'LT'], 'lt'],
  ] as const)('for a browser with %j is %s', async (browserLanguages, locale) => {
    const { language, says } = open(browserLanguages);
    const { catalogue, loads } = named();
    await language.bring([catalogue]);
    expect(says()).toEqual(all(locale));
    expect(loads).toEqual([locale]);
  });
  it('is the journey’s rather than the browser’s, also on the next page', async () => {
    const first = open(['ru']);
    await first.language.bring([named().catalogue]);
    await first.language.follow('et');
    expect(first.says()).toEqual(all('et'));
    const second = open(['ru']);
    const { catalogue, loads } = named();
    await second.language.bring([catalogue]);
    expect(second.says()).toEqual(all('et'));
    expect(loads).toEqual(['et']);
  });
  it('is the customer’s choice rather than the journey’s, also on later pages and journeys', async () => {
    const first = open();
    await first.language.bring([named().catalogue]);
    await first.language.choose('lt');
    await first.language.follow('ru');
    expect(first.says()).toEqual(all('lt'));
    const second = open(['lv']);
    await second.language.bring([named().catalogue]);
    await second.language.follow('et');
    expect(second.says()).toEqual(all('lt'));
  });
  it.each(['tlh', '', 'constructor', '<script>', 'en_US'])('ignores an invalid value in the storage: %j', async (hostile) => {
    window.sessionStorage.setItem('portico-chosen-language', hostile);
    window.sessionStorage.setItem('portico-journey-language', hostile);
    const { language, says } = open(['et']);
    await language.bring([named().catalogue]);
    expect(says()).toEqual(all('et'));
    await language.follow('lv');
    expect(says()).toEqual(all('lv'));
  });
  it('is unchanged when an answer names an unsupported language', async () => {
    const { language, says, storage } = open(['et']);
    await language.bring([named().catalogue]);
    await language.follow(JSON.parse('"tlh"'));
    expect(says()).toEqual(all('et'));
    expect(storage.journeyLanguage.read()).toBeUndefined();
  });
  it('is the customer’s choice until the page closes when the browser blocks storage', async () => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const blocked = {
      get sessionStorage(): Storage {
        return denied();
      },
      get localStorage(): Storage {
        return denied();
      },
    };
    const { language, says } = open(['et'], createBrowserStorage(blocked));
    await language.bring([named().catalogue]);
    await language.choose('ru');
    await language.follow('lv');
    expect(says()).toEqual(all('ru'));
  });
});

describe('changing the language', () => {
  it('applies to all loaded texts and to those loaded later', async () => {
    const { i18n, language } = open();
    await language.bring([named().catalogue]);
    await language.choose('lv');
    await language.bring([named('y.name').catalogue]);
    expect([i18n.read().text('x.name'), i18n.read().text('y.name')]).toEqual(['lv', 'lv']);
  });
  it('applies the last choice, even when an earlier one loads later', async () => {
    const { language, says, storage } = open();
    const slow = Promise.withResolvers<Loaded>();
    await language.bring([{ ...named().catalogue, lt: () => slow.promise }]);
    const first = language.choose('lt');
    await language.choose('ru');
    slow.resolve({ default: { 'x.name': 'lt' } });
    await first;
    expect(says()).toEqual(all('ru'));
    expect(storage.chosenLanguage.read()).toBe('ru');
  });
  it('applies to a part that is still loading', async () => {
    const { i18n, language } = open();
    const slow = Promise.withResolvers<Loaded>();
    const part = language.bring([{ ...named().catalogue, en: () => slow.promise }]);
    await language.follow('et');
    slow.resolve({ default: { 'x.name': 'en' } });
    await part;
    expect(i18n.read().text('x.name')).toBe('et');
  });
  it('to one that cannot be loaded fails, has no effect and is not stored', async () => {
    const { language, says, storage } = open();
    await language.bring([{ ...named().catalogue, lt: () => Promise.reject(new Error('offline')) }]);
    await expect(language.choose('lt')).rejects.toThrow('offline');
    expect(says()).toEqual(all('en'));
    expect(storage.chosenLanguage.read()).toBeUndefined();
    await language.choose('lv');
    expect(says()).toEqual(all('lv'));
  });
  it('to a journey’s that cannot be loaded keeps the page readable, and the next page tries again', async () => {
    const { language, says, storage } = open();
    await language.bring([{ ...named().catalogue, lt: () => Promise.reject(new Error('offline')) }]);
    await expect(language.follow('lt')).rejects.toThrow('offline');
    expect(says()).toEqual(all('en'));
    expect(storage.journeyLanguage.read()).toBe('lt');
  });
});
