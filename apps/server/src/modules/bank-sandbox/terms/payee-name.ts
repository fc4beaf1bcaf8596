/**
 * Compares the payee's name from the payment order with the account holder's, for Verification of Payee (EPC VoP scheme).
 * Case, diacritics, punctuation, legal forms and the order of first name and surname make no difference.
 */
import { transliterateToBasic } from '@portico/primitives';

/** Legal forms of the Baltic states and their neighbours, as they read without diacritics. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  'ou',
  'as',
  'mtu',
  'fie',
  'sa',
  'tu',
  'sia',
  'ik',
  'ps',
  'uab',
  'ab',
  'mb',
  'ii',
  'vsi',
  'oy',
  'oyj',
  'gmbh',
  'ag',
  'ltd',
  'bv',
]);
/** One typing error in this many letters is still a close match. */
const LETTERS_PER_SLIP = 6;

export type NameComparison = 'match' | 'closeMatch' | 'noMatch';

/** `holderNames`: the registered name first, then trade names; a trade name is never more than a close match. */
export function comparePayeeName(suppliedName: string, holderNames: readonly [string, ...string[]]): NameComparison {
  const supplied = nameWords(suppliedName);
  // A name without letters or digits matches no holder.
  if (supplied.length === 0) return 'noMatch';
  if (textOf(supplied) === textOf(nameWords(holderNames[0]))) return 'match';
  return holderNames.some((name) => isClose(supplied, nameWords(name))) ? 'closeMatch' : 'noMatch';
}

function isClose(supplied: readonly string[], held: readonly string[]): boolean {
  const heldText = textOf(held);
  return isAbbreviation(supplied, held) || editDistance(textOf(supplied), heldText) <= Math.floor(heldText.length / LETTERS_PER_SLIP);
}

const textOf = (words: readonly string[]) => words.toSorted().join(' ');

function nameWords(name: string): readonly string[] {
  // ß is often written as ss.
  const words = transliterateToBasic(name.normalize('NFC').replaceAll('ß', 'ss'))
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const withoutForms = words.filter((word) => !LEGAL_FORMS.has(word));
  return withoutForms.length === 0 ? words : withoutForms;
}

/** `L Näidis` for `Liis Näidis`: the same words, some as initials; at least one word in full. */
function isAbbreviation(supplied: readonly string[], held: readonly string[]): boolean {
  const fits = (short: string, long: string | undefined): boolean => short === long || (short.length === 1 && long?.startsWith(short) === true);
  const isOneInFull = supplied.some((word) => word.length > 1);
  return supplied.length === held.length && isOneInFull && supplied.every((word, index) => fits(word, held[index]));
}

/** Levenshtein distance. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, leftCharacter] of [...left].entries()) {
    const current = [row + 1];
    for (const [column, rightCharacter] of [...right].entries()) {
      const replaced = (previous[column] ?? 0) + (leftCharacter === rightCharacter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
