/**
 * Text of a SEPA payment. Accepted are the EPC basic character set, the Latin letters of SEPA's alphabets, and some characters that EPC217-08 ("SEPA
 * Requirements for an Extended Character Set") converts. Control, invisible and directional characters, other scripts (whose letters resemble Latin
 * ones) and emoji are refused, never removed.
 */

/** EPC217-08 basic set. */
const BASIC = /^[A-Za-z0-9/\-?:().,'+ ]$/;
/** Latin-1 and Latin Extended-A, and the Romanian letters with a comma below: one code point each. */
const LATIN = /^[\u00C0-\u017F\u0218-\u021B\u1E9E]$/;
/** Characters in these ranges that are no letters or resemble others: × ÷, ı, ĸ, ŉ, ſ. */
const NOT_A_LETTER: ReadonlySet<string> = new Set(['\u00D7', '\u00F7', '\u0131', '\u0138', '\u0149', '\u017F']);
/** Each character becomes one character, so that no text exceeds its field. */
const CONVERTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ß: 's', ẞ: 'S', Æ: 'A', æ: 'a', Œ: 'O', œ: 'o', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'T', þ: 't' },
    ...{ Ħ: 'H', ħ: 'h', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't', Ĳ: 'I', ĳ: 'i', Ŀ: 'L', ŀ: 'l' },
    ...{ '&': '+', '–': '-', '—': '-', '’': "'", '‘': "'", '€': 'E' },
  }),
);

/** True when every character is accepted; also for the empty text. */
export function isSepaText(text: string): boolean {
  return firstRefusedCharacter(text) === undefined;
}

/** Returns the first refused character, as one code point, for the error message. The text is read in its composed form (NFC). */
export function firstRefusedCharacter(text: string): string | undefined {
  for (const character of text.normalize('NFC')) {
    const isLetter = LATIN.test(character) && !NOT_A_LETTER.has(character);
    if (!BASIC.test(character) && !isLetter && !CONVERTED.has(character)) return character;
  }
  return undefined;
}

/** Returns the text for a bank that accepts only the basic set, converted as in EPC217-08, with the length of its composed form. */
export function transliterateToBasic(text: string): string {
  return [...text.normalize('NFC')].map((character) => CONVERTED.get(character) ?? withoutMarks(character)).join('');
}

const withoutMarks = (character: string) => character.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** EndToEndId and other identifications: basic set only, 1 to 35 characters, not only spaces, no leading, trailing or double `/`. */
export function isSepaIdentification(text: string): boolean {
  return /^[A-Za-z0-9\-?:().,'+ ](?:[A-Za-z0-9/\-?:().,'+ ]{0,33}[A-Za-z0-9\-?:().,'+ ])?$/.test(text) && !text.includes('//') && text.trim() !== '';
}
