import { describe, expect, test } from 'vitest';
import { harmlessText } from './harmless-text.ts';

const UNKNOWN = '\ufffd';

/** A text by others, as it arrives and as it is displayed. */
const SHOWN: readonly (readonly [what: string, given: string, shown: string])[] = [
  ['an ordinary name', 'Lumen Books OÜ', 'Lumen Books OÜ'],
  ['Baltic letters', 'Šķūņu Ūdens, ąčęėįšųūž', 'Šķūņu Ūdens, ąčęėįšųūž'],
  ['Cyrillic letters', 'Лумен Книги', 'Лумен Книги'],
  ['Greek letters', 'Λούμεν', 'Λούμεν'],
  ['Han letters', '光の本', '光の本'],
  ['an emoji', 'Books 📚', 'Books 📚'],
  ['markup, which is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['an entity, which is text', '&lt;b&gt;', '&lt;b&gt;'],
  ['a message’s placeholder, which is text', '{tppName}', '{tppName}'],
  ['300 letters without a space', 'x'.repeat(300), 'x'.repeat(300)],
  ['a line break', 'Lumen\nBooks', 'Lumen Books'],
  ['many line breaks', 'Lumen\r\n\r\n\tBooks', 'Lumen Books'],
  ['a null', 'a\u0000b', `a${UNKNOWN}b`],
  ['a bell', 'a\u0007b', `a${UNKNOWN}b`],
  ['an escape sequence', 'a\u001b[31mb', `a${UNKNOWN}[31mb`],
  ['a delete', 'a\u007fb', `a${UNKNOWN}b`],
  ['a control of Latin-1', 'a\u0085b', `a${UNKNOWN}b`],
  ['a soft hyphen', 'Por\u00adtico', `Por${UNKNOWN}tico`],
  ['a line separator', 'a\u2028b', `a${UNKNOWN}b`],
  ['a paragraph separator', 'a\u2029b', `a${UNKNOWN}b`],
  ['a mark from left to right', 'a\u200eb', `a${UNKNOWN}b`],
  ['a mark from right to left', 'a\u200fb', `a${UNKNOWN}b`],
  ['an Arabic mark', 'a\u061cb', `a${UNKNOWN}b`],
  ['an embedding', '\u202babc\u202c', `${UNKNOWN}abc${UNKNOWN}`],
  ['an override', 'Pay \u202e00.1 RUE', `Pay ${UNKNOWN}00.1 RUE`],
  ['an override to the left', '\u202dabc', `${UNKNOWN}abc`],
  ['an isolate without an end', 'a\u2067b', `a${UNKNOWN}b`],
  ['an end without its isolate', 'a\u2069b', `a${UNKNOWN}b`],
  ['a space of no width', 'Por\u200btico', `Por${UNKNOWN}tico`],
  ['a joiner', 'Por\u200dtico', `Por${UNKNOWN}tico`],
  ['a non-joiner', 'Por\u200ctico', `Por${UNKNOWN}tico`],
  ['a word joiner', 'Por\u2060tico', `Por${UNKNOWN}tico`],
  ['a byte order mark', '\ufeffPortico', `${UNKNOWN}Portico`],
  ['a Mongolian separator', 'a\u180eb', `a${UNKNOWN}b`],
  ['a Hangul filler, a letter that is not seen', 'a\u3164b', `a${UNKNOWN}b`],
  ['a half-width filler', 'a\uffa0b', `a${UNKNOWN}b`],
  ['a grapheme joiner', 'a\u034fb', `a${UNKNOWN}b`],
  ['a variation selector', 'a\ufe0fb', `a${UNKNOWN}b`],
  ['tags, which hide a whole sentence', `a${String.fromCodePoint(0xe0041, 0xe0042, 0xe0043)}b`, `a${UNKNOWN}b`],
  ['a private character', 'a\ue000b', `a${UNKNOWN}b`],
  ['half a character', 'a\ud83db', `a${UNKNOWN}b`],
  ['a character that does not exist', 'a\uffffb', `a${UNKNOWN}b`],
  ['many that are not seen, in a row', `a${'\u200b'.repeat(500)}b`, `a${UNKNOWN}b`],
  ['a heap of marks', `e${'\u0301'.repeat(50)}`, 'e\u0301\u0301'],
  ['Hebrew', 'ספרי לומן', '\u2068ספרי לומן\u2069'],
  ['Arabic', 'كتب لومن', '\u2068كتب لومن\u2069'],
  ['Hebrew with figures', 'לומן 100', '\u2068לומן 100\u2069'],
  ['Arabic forms', '\ufe8e', '\u2068\ufe8e\u2069'],
  ['a script of the same direction beyond the first plane', '\u{10900}', '\u2068\u{10900}\u2069'],
  ['Hebrew that would leave its isolate', 'ל\u2069\u2069 100', `\u2068ל${UNKNOWN} 100\u2069`],
  ['an address', 'https://shop.example/%E2%80%AE?x=1', 'https://shop.example/%E2%80%AE?x=1'],
];

describe('what others wrote', () => {
  test.each(SHOWN)('%s is shown as what it is', (_what, given, shown) => {
    expect(harmlessText(given)).toBe(shown);
  });
});
