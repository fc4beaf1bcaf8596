import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from './compile-messages.ts';

describe('catalogues at build', () => {
  it('are compiled with plurals and values', () => {
    const compiled = compileCatalogue('{"x.n":"{n, plural, one {# day} other {# days}} of {who}"}', 'messages.en.json');
    const i18n = setupI18n({ locale: 'en', messages: { en: JSON.parse(JSON.stringify(compiled)) } });
    expect(i18n._('x.n', { n: 2, who: 'Liis' })).toBe('2 days of Liis');
  });
  it('are refused with file and key when a message is broken', () => {
    expect(() => compileCatalogue('{"a.b":"{n, plural, one {x}"}', 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    expect(() => compileCatalogue('{"a.b":1}', 'messages.en.json')).toThrow('a.b is not a text');
    expect(() => compileCatalogue('null', 'messages.en.json')).toThrow('a catalogue is an object');
  });
});
