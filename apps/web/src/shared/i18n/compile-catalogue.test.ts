import { describe, expect, it } from 'vitest';
import { compileCatalogue } from './compile-catalogue.ts';
import { createI18nOf } from './i18n.ts';

describe('catalogues at build', () => {
  it('are compiled with plurals and values', () => {
    const compiled = compileCatalogue('{"x.n":"{n, plural, one {# day} other {# days}} of {who}"}', 'messages.en.json');
    const i18n = createI18nOf('en', JSON.parse(JSON.stringify(compiled)));
    expect(i18n.read().text('x.n', { n: 2, who: 'Liis' })).toBe('2 days of Liis');
  });
  it('are plain texts where they have no arguments', () => {
    expect(compileCatalogue('{"x.t":"It’s ‘#’, \'{\'n\'}\'"}', 'messages.en.json')).toEqual({ 'x.t': ['It’s ‘#’, {n}'] });
  });
  it('are refused with file and key when a message is broken', () => {
    expect(() => compileCatalogue('{"a.b":"{n, plural, one {x}"}', 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    for (const kind of ['date', 'time', 'spellout', 'number, percent', 'plural, other {{k, select, other {#}}}'])
      expect(() => compileCatalogue(`{"a.b":"{n, ${kind}}"}`, 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    expect(() => compileCatalogue('{"a.b":1}', 'messages.en.json')).toThrow('a.b is not a text');
    expect(() => compileCatalogue('null', 'messages.en.json')).toThrow('a catalogue is an object');
  });
});
