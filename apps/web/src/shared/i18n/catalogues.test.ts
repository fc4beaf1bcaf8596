import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../build/compile-messages.ts';
import { activateLocale, createI18n, localesOf } from './catalogues.ts';
import { sharedCatalogue } from './shared-catalogue.ts';

describe('catalogues', () => {
  it('arrive compiled and speak after the language was activated', async () => {
    const i18n = createI18n();
    await activateLocale(i18n, 'en', [sharedCatalogue]);
    expect(i18n._('shared.language')).toBe('Language');
    expect(document.documentElement.lang).toBe('en');
  });
  it('speak English where a language has none yet', async () => {
    const i18n = createI18n();
    await activateLocale(i18n, 'lt', [sharedCatalogue]);
    expect(i18n._('shared.close')).toBe('Close');
  });
  it('offer only languages in which every feature speaks', () => {
    const both = { en: sharedCatalogue.en, et: sharedCatalogue.en };
    expect(localesOf([both], ['en', 'et', 'lt'])).toEqual(['en', 'et']);
    expect(localesOf([both, sharedCatalogue], ['en', 'et', 'lt'])).toEqual(['en']);
  });
  it('know plurals and values', async () => {
    const compiled = compileCatalogue('{"x.n":"{n, plural, one {# day} other {# days}} of {who}"}', 'messages.en.json');
    const i18n = createI18n();
    i18n.load('en', JSON.parse(JSON.stringify(compiled)));
    expect(i18n._('x.n', { n: 2, who: 'Liis' })).toBe('2 days of Liis');
  });
  it('are refused at build with file and key when a message is broken', () => {
    expect(() => compileCatalogue('{"a.b":"{n, plural, one {x}"}', 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    expect(() => compileCatalogue('{"a.b":1}', 'messages.en.json')).toThrow('a.b is not a text');
    expect(() => compileCatalogue('null', 'messages.en.json')).toThrow('a catalogue is an object');
  });
});
