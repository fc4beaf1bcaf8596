/**
 * Compares the payee's name as the payer knows it with the account holder's, for Verification of Payee (EPC VoP scheme).
 * Case, diacritics, punctuation, legal forms and the order of first name and surname make no difference.
 */

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
/** One slip in this many letters is still a close match. */
const LETTERS_PER_SLIP = 6;

export type NameComparison = 'match' | 'closeMatch' | 'noMatch';

/** `holderNames`: the registered name first, then trade names; a trade name is never more than a close match. */
export function comparePayeeName(suppliedName: string, holderNames: readonly [string, ...string[]]): NameComparison {
  const [registered, ...tradeNames] = holderNames;
  const supplied = nameWords(suppliedName);
  const comparisons = [registered, ...tradeNames].map((name) => compareWords(supplied, nameWords(name)));
  if (comparisons[0] === 'match') return 'match';
  return comparisons.some((comparison) => comparison !== 'noMatch') ? 'closeMatch' : 'noMatch';
}

function compareWords(supplied: readonly string[], held: readonly string[]): NameComparison {
  if (supplied.length === 0 || held.length === 0) return 'noMatch';
  const suppliedText = supplied.toSorted().join(' ');
  const heldText = held.toSorted().join(' ');
  if (suppliedText === heldText) return 'match';
  if (isAbbreviation(supplied, held)) return 'closeMatch';
  const allowed = Math.floor(heldText.length / LETTERS_PER_SLIP);
  return editDistance(suppliedText, heldText) <= allowed ? 'closeMatch' : 'noMatch';
}

function nameWords(name: string): readonly string[] {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const withoutForms = words.filter((word) => !LEGAL_FORMS.has(word));
  return withoutForms.length === 0 ? words : withoutForms;
}

/** `L Näidis` for `Liis Näidis`: the same words, but some given by their first letter; at least one in full. */
function isAbbreviation(supplied: readonly string[], held: readonly string[]): boolean {
  if (supplied.length !== held.length) return false;
  const fits = (short: string, long: string | undefined): boolean => short === long || (short.length === 1 && long?.startsWith(short) === true);
  return supplied.some((word) => word.length > 1) && supplied.every((word, index) => fits(word, held[index]));
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
