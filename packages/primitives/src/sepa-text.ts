/**
 * Text of a SEPA payment. Accepted from callers: the EPC basic character set, the Latin letters of the alphabets of SEPA, and some signs that
 * EPC217-08 ("SEPA Requirements for an Extended Character Set") converts. Control characters, invisible and directional ones, other
 * scripts (their letters look like Latin ones) and emoji are refused, never dropped.
 */

/** EPC217-08 basic set. */
const BASIC = /^[A-Za-z0-9/\-?:().,'+ ]$/;
/** Latin-1 and Latin Extended-A, and the Romanian letters with a comma: one code point each. */
const LATIN = /^[\u00C0-\u017F\u0218-\u021B\u1E9E]$/;
/** Among them what is no letter, or is taken for another one: × ÷, ı, ĸ, ŉ, ſ. */
const NOT_A_LETTER: ReadonlySet<string> = new Set(['\u00D7', '\u00F7', '\u0131', '\u0138', '\u0149', '\u017F']);
/** One character for one, so that no text becomes longer than its field. */
const CONVERTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ß: 's', ẞ: 'S', Æ: 'A', æ: 'a', Œ: 'O', œ: 'o', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'T', þ: 't' },
    ...{ Ħ: 'H', ħ: 'h', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't', Ĳ: 'I', ĳ: 'i', Ŀ: 'L', ŀ: 'l' },
    ...{ '&': '+', '–': '-', '—': '-', '’': "'", '‘': "'", '€': 'E' },
  }),
);

/** True when every character is accepted; the empty text is accepted too. */
export function isSepaText(text: string): boolean {
  return firstRefusedCharacter(text) === undefined;
}

/** The first character that is refused, as one code point, to name it to the sender. The composed form (NFC) is what is read. */
export function firstRefusedCharacter(text: string): string | undefined {
  for (const character of text.normalize('NFC')) {
    const isLetter = LATIN.test(character) && !NOT_A_LETTER.has(character);
    if (!BASIC.test(character) && !isLetter && !CONVERTED.has(character)) return character;
  }
  return undefined;
}

/** The text as it travels to a bank that takes the basic set only: as EPC217-08 converts it, at the length of its composed form. */
export function transliterateToBasic(text: string): string {
  return [...text.normalize('NFC')].map((character) => CONVERTED.get(character) ?? withoutMarks(character)).join('');
}

const withoutMarks = (character: string) => character.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** EndToEndId and other identifications: basic set only, 1 to 35 characters, not of spaces alone, no leading, trailing or double `/`. */
export function isSepaIdentification(text: string): boolean {
  return /^[A-Za-z0-9\-?:().,'+ ](?:[A-Za-z0-9/\-?:().,'+ ]{0,33}[A-Za-z0-9\-?:().,'+ ])?$/.test(text) && !text.includes('//') && text.trim() !== '';
}
