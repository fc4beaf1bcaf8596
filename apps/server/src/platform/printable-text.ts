/**
 * Text that shows everything it contains. Controls steer a terminal, direction marks change how their neighbours are read, and invisible characters
 * make two texts look equal. Every free text that a stranger can store obeys this rule, and output for operators escapes what is older than the rule.
 */

/** Controls, format characters with all direction marks, private and unassigned characters, line separators, and default-ignorable characters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** More marks on one letter than any language uses cover the lines around it. */
const HEAP_OF_MARKS = /\p{M}{3}/u;

/** One line of printable text; true for the empty text. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text) && !HEAP_OF_MARKS.test(text);
}

/** Escapes what is not printable as JSON does (`\u202e`), so that a line of JSON keeps its meaning. Tabulators and line breaks stay. */
export function printableText(text: string): string {
  return text.replaceAll(/[^\t\n]/gu, (character) => (UNPRINTABLE.test(character) ? escaped(character) : character));
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');
