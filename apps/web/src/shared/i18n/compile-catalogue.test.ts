import { describe, expect, it } from 'vitest';
import { compileCatalogue } from './compile-catalogue.ts';
import { formatMessage } from './format-message.ts';

describe('catalogues at build', () => {
  it('are compiled with plurals and values', () => {
    const compiled = compileCatalogue('{"x.n":"{n, plural, one {# day} other {# days}} of {who}"}', 'messages.en.json');
    const { 'x.n': message = '' } = JSON.parse(JSON.stringify(compiled));
    expect(formatMessage(message, 'en', { n: 2, who: 'Liis' })).toBe('2 days of Liis');
  });
  it('are plain texts where they have no arguments', () => {
    expect(compileCatalogue('{"x.t":"It’s ‘#’, \'{\'n\'}\'"}', 'messages.en.json')).toEqual({ 'x.t': 'It’s ‘#’, {n}' });
  });
  it('are refused with file and key when a message is broken', () => {
    expect(() => compileCatalogue('{"a.b":"{n, plural, one {x}"}', 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    for (const kind of ['date', 'time', 'spellout', 'number, percent', 'selectordinal, other {x}', 'plural, offset:1 other {x}'])
      expect(() => compileCatalogue(`{"a.b":"{n, ${kind}}"}`, 'messages.en.json')).toThrow('messages.en.json: a.b is not a valid ICU message');
    expect(() => compileCatalogue('{"a.b":1}', 'messages.en.json')).toThrow('a.b is not a text');
    expect(() => compileCatalogue('null', 'messages.en.json')).toThrow('a catalogue is an object');
  });
});
