/**
 * Validates the name that an application shows to a bank's customers. It must contain no invisible characters and no look-alike letters. A word in
 * two scripts is a way to imitate another name (Unicode Technical Standard 39, 5.2).
 */

import { isPrintable } from '#platform/printable-text.ts';

/** Letters and figures of any script, marks, spaces and simple punctuation; no markup. */
const FORM = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,&'’()+!-]*[\p{L}\p{M}\p{N}.)!+])?$/u;
const WORDS = /[^\p{L}\p{M}]+/u;
/**
 * Scripts of names, of which a word has one: the recommended scripts of Unicode Standard Annex 31 (table 5). The others are seldom written, and some of
 * their letters look like Latin ones (Cherokee, Coptic, Lisu). A word in Chinese, Japanese or Korean may have several of its scripts.
 */
const SCRIPTS: readonly RegExp[] = [
  ...[/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Georgian}/u, /\p{Script=Hebrew}/u],
  ...[/\p{Script=Arabic}/u, /\p{Script=Devanagari}/u, /\p{Script=Bengali}/u, /\p{Script=Gurmukhi}/u, /\p{Script=Gujarati}/u, /\p{Script=Oriya}/u],
  ...[/\p{Script=Tamil}/u, /\p{Script=Telugu}/u, /\p{Script=Kannada}/u, /\p{Script=Malayalam}/u, /\p{Script=Sinhala}/u, /\p{Script=Thaana}/u],
  ...[/\p{Script=Thai}/u, /\p{Script=Lao}/u, /\p{Script=Khmer}/u, /\p{Script=Myanmar}/u, /\p{Script=Tibetan}/u, /\p{Script=Ethiopic}/u],
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script_Extensions=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u,
];
/** Without marks: the alphabets of Europe. No name needs the phonetic and historical letters that look like them. */
const ALPHABETS = /^[a-zßæœøłđðþħıŋŧĸ\u{430}-\u{45f}ґ\u{3b1}-\u{3c9}]$/u;
const OF_THESE_SCRIPTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** After composition (NFC) no name in these scripts needs a mark, and a mark may look like another letter. */
const LOOSE_MARK = /(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|[^\p{L}\p{M}])\p{M}/u;
const OTHER_FIGURE = /(?![0-9])\p{N}/u;

/** The error in a name, as a sentence; undefined for a valid name. */
export function clientNameFlaw(name: string): string | undefined {
  if (!FORM.test(name) || !isPrintable(name)) {
    return 'A name begins with a letter or figure and holds letters, figures, spaces and simple punctuation. Choose another one.';
  }
  return letterFlaw(name);
}

/** The error in the letters and figures of a name with any signs between them; undefined for a valid name. */
export function letterFlaw(name: string): string | undefined {
  // Letters in special forms: full width, mathematical, circled.
  if (name.normalize('NFKC') !== name) return 'This name holds letters in a special form. Write it in ordinary letters.';
  if (LOOSE_MARK.test(name.normalize('NFC'))) return 'This name holds marks that belong to no letter. Write it without them.';
  const letters = [...name.normalize('NFD').replaceAll(/[^\p{L}\p{M}]|\p{Script=Inherited}/gu, '')];
  const odd = letters.find((letter) => {
    if (OF_THESE_SCRIPTS.test(letter)) return !ALPHABETS.test(letter.toLowerCase());
    return !SCRIPTS.some((script) => script.test(letter));
  });
  if (odd !== undefined) return `The letter ${odd} belongs to no alphabet of names and may look like another one. Write the name without it.`;
  if (OTHER_FIGURE.test(name)) return 'The figures of a name are 0 to 9. Write them so.';
  const mixed = name.split(WORDS).find((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  return mixed === undefined ? undefined : `The word ${mixed} holds letters of two scripts that look alike. Write each word in one script.`;
}
