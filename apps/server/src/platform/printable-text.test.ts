import { describe, expect, it } from 'vitest';
import { isPrintable, printableText } from './printable-text.ts';

/** Controls, invisible characters and direction marks, each between letters. */
const UNSEEN = [
  0x0a, 0x07, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x200b, 0x200d, 0x200f, 0x2028, 0x202e, 0x2060, 0x2067, 0x3164, 0xe000, 0xfeff, 0xe0041,
].map((code) => ({ text: `Lu${String.fromCodePoint(code)}men` }));

describe('a text', () => {
  it('is not printable with any character that is invisible or changes its neighbours, or with a heap of marks', () => {
    for (const { text } of UNSEEN) expect(isPrintable(text)).toBe(false);
    expect(isPrintable(`L${'\u0301'.repeat(3)}umen`)).toBe(false);
  });

  it.each(['', 'Näidis & Co', 'Лумен', 'ספרי לומן', '光の本', '✅ 24/7', 'tel:+372 600'])('%s is printable and unchanged', (text) => {
    expect([isPrintable(text), printableText(text)]).toEqual([true, text]);
  });

  it('is printed with escapes that JSON reads as before', () => {
    for (const { text } of UNSEEN) {
      const line = printableText(JSON.stringify({ text }));
      expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(JSON.parse(line)).toEqual({ text });
    }
    expect(printableText('one\ttwo\nthree\u009b31m\u{e0041}')).toBe('one\ttwo\nthree\\u009b31m\\udb40\\udc41');
  });
});
