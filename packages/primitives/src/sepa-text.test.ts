import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRefusedCharacter, isSepaIdentification, isSepaText, transliterateToBasic } from './sepa-text.ts';

describe('a SEPA text', () => {
  it.each([
    '',
    "Order 2026-0417, 3 books (paid) +5:?/.'",
    'Näidis Puidutöökoda OÜ',
    'Žagata Šķērsiela ĀČĒĢĪĶĻŅŪŽ',
    'Pavyzdytė ąčęėįšųūž',
  ])('accepts %j', (text) => expect(isSepaText(text)).toBe(true));

  it.each([
    ['a line break', 'a\nb', '\n'],
    ['a tab', 'a\tb', '\t'],
    ['a null character', 'a\0', '\0'],
    ['an emoji', 'paid 🎉', '🎉'],
    ['another script', 'Оплата', 'О'],
    ['an angle bracket', '<b>', '<'],
    ['an ampersand', 'A & B', '&'],
    ['a right-to-left override', 'a\u202Eb', '\u202E'],
    ['a zero-width space', 'a\u200Bb', '\u200B'],
    ['a no-break space', 'a\u00A0b', '\u00A0'],
    ['a letter of another alphabet', 'Ærø', 'Æ'],
  ])('refuses %s and names it', (_, text, character) => expect(firstRefusedCharacter(text)).toBe(character));

  it('becomes the basic set without its diacritics', () => {
    expect(transliterateToBasic('Õnne Šķērsiela, Ąžuolų')).toBe('Onne Skersiela, Azuolu');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'äöõüšžāčēģīķļņūąęėįų Az09') }), (text) => /^[A-Za-z0-9 ]*$/.test(transliterateToBasic(text))),
    );
  });
});

describe('an identification', () => {
  it.each(['A', 'NOTPROVIDED', 'ORDER/2026-17', 'a'.repeat(35)])('%s is accepted', (text) => expect(isSepaIdentification(text)).toBe(true));

  it.each(['', '/', '/A', 'A/', 'A//B', 'Ä', 'a'.repeat(36), 'a\nb', 'A_B'])('%j is refused', (text) =>
    expect(isSepaIdentification(text)).toBe(false));
});
