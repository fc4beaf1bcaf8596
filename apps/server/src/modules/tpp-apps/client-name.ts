/**
 * Validates the name that an application shows to a bank's customers. It must contain no invisible characters and no look-alike letters. A word in
 * two scripts is a way to imitate another name (Unicode Technical Standard 39, 5.2).
 */

import { isPrintable } from '#platform/printable-text.ts';

/** Letters and figures of any script, marks, spaces and simple punctuation; no markup. */
const FORM = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,&'’()+!-]*[\p{L}\p{M}\p{N}.)!+])?$/u;
const WORDS = /[^\p{L}\p{M}]+/u;
/** Scripts with look-alike letters. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
];

/** The error in a name, as a sentence; undefined for a valid name. */
export function clientNameFlaw(name: string): string | undefined {
  if (!FORM.test(name) || !isPrintable(name)) {
    return 'A name begins with a letter or figure and holds letters, figures, spaces and simple punctuation. Choose another one.';
  }
  // Letters in special forms: full width, mathematical, circled.
  if (name.normalize('NFKC') !== name) return 'This name holds letters in a special form. Write it in ordinary letters.';
  const mixed = name.split(WORDS).find((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  return mixed === undefined ? undefined : `The word ${mixed} holds letters of two scripts that look alike. Write each word in one script.`;
}
