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
    'Weiß & Söhne GmbH',
    'José Núñez, Åsa Ødegård, Łukasz Żółć',
    'Ærø, Þór Guðmundsson, Œuvre, ĳs, Đurđa',
    'Dvořák Ltd – Čapek’s',
    'S\u0326tefan, Jo\u0308rg, s\u030Cerns\u030C'.normalize('NFD'),
    'Ștefan Țepeș',
  ])('accepts %j', (text) => expect(isSepaText(text)).toBe(true));

  it.each([
    ['a line break', 'a\nb', '\n'],
    ['a tab', 'a\tb', '\t'],
    ['a null character', 'a\0', '\0'],
    ['an emoji', 'paid 🎉', '🎉'],
    ['another script', 'Оплата', 'О'],
    ['an angle bracket', '<b>', '<'],
    ['a right-to-left override', 'a\u202Eb', '\u202E'],
    ['a zero-width space', 'a\u200Bb', '\u200B'],
    ['a no-break space', 'a\u00A0b', '\u00A0'],
    ['a Greek letter', 'Α', 'Α'],
    ['a Cyrillic letter among Latin ones', 'B\u043Eoks', '\u043E'],
    ['a letter of full width', 'Ｌumen', 'Ｌ'],
    ['a long s, which looks like f', 'o\u017Fen', '\u017F'],
    ['a dotless i', 'd\u0131n', '\u0131'],
    ['a sign of multiplication', '2×2', '×'],
    ['a ligature', '\uFB01ne', '\uFB01'],
    ['a letter of phonetics', '\u0251ll', '\u0251'],
    ['a mark that no letter carries', 'x\u0301', '\u0301'],
    ['a heap of marks', 'e\u0301\u0301', '\u0301'],
    ['a zero-width joiner', 'a\u200Db', '\u200D'],
    ['a quotation mark', 'a"b', '"'],
    ['a semicolon', 'a;b', ';'],
    ['an equals sign', '=A1', '='],
  ])('refuses %s and names it', (_, text, character) => expect(firstRefusedCharacter(text)).toBe(character));

  it('becomes the basic set without its diacritics', () => {
    expect(transliterateToBasic('Õnne Šķērsiela, Ąžuolų')).toBe('Onne Skersiela, Azuolu');
    expect(transliterateToBasic('Weiß & Söhne – Łukasz’s Ærø, Åsa Þór €')).toBe("Weis + Sohne - Lukasz's Aro, Asa Tor E");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'äöõüšžāčēģīķļņūąęėįų Az09') }), (text) => /^[A-Za-z0-9 ]*$/.test(transliterateToBasic(text))),
    );
  });
});

describe('every accepted character', () => {
  const accepted = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter((character) => isSepaText(character));

  it('becomes one character of the basic set', () => {
    expect(accepted.length).toBeGreaterThan(250);
    expect(accepted.filter((character) => !/^[A-Za-z0-9/\-?:().,'+ ]$/.test(transliterateToBasic(character)))).toEqual([]);
  });

  it('is accepted in its decomposed form, and becomes the same', () => {
    for (const character of accepted) {
      const decomposed = character.normalize('NFD');
      expect([isSepaText(decomposed), transliterateToBasic(decomposed)]).toEqual([true, transliterateToBasic(character)]);
    }
  });
});

describe('an identification', () => {
  it.each(['A', 'NOTPROVIDED', 'ORDER/2026-17', 'a'.repeat(35)])('%s is accepted', (text) => expect(isSepaIdentification(text)).toBe(true));

  it.each(['', ' ', '   ', '/', '/A', 'A/', 'A//B', 'Ä', 'a'.repeat(36), 'a\nb', 'A_B'])('%j is refused', (text) =>
    expect(isSepaIdentification(text)).toBe(false),
  );
});
