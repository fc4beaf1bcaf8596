import { HOSTILE_TEXTS } from '@portico/testkit';
import { describe, expect, it } from 'vitest';
import { isPrintable, printableText } from './printable-text.ts';

const UNSEEN = HOSTILE_TEXTS.filter(({ text }) => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text));

describe('a text', () => {
  it('is not printable with any character that is invisible or changes its neighbours, or with a heap of marks', () => {
    expect(UNSEEN.length).toBeGreaterThan(20);
    for (const { text } of UNSEEN) expect(isPrintable(text)).toBe(false);
    expect(isPrintable(`L${'\u0301'.repeat(3)}umen`)).toBe(false);
  });

  it.each(['', 'Näidis & Co', 'Лумен', 'ספרי לומן', '光の本', '✅ 24/7', 'tel:+372 600'])('%s is printable and unchanged', (text) => {
    expect([isPrintable(text), printableText(text)]).toEqual([true, text]);
  });

  it('is printed with escapes that JSON reads as before', () => {
    for (const { text } of HOSTILE_TEXTS) {
      const line = printableText(JSON.stringify({ text }));
      expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(JSON.parse(line)).toEqual({ text });
    }
    expect(printableText('one\ttwo\nthree\u009b31m\u{e0041}')).toBe('one\ttwo\nthree\\u009b31m\\udb40\\udc41');
  });
});
