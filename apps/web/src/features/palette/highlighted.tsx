/** A text with the words of the search marked, and the part of a long text around the first of them. */

import { tokenize } from '../../shared/portal/search/word-search.ts';
import { inPlaces } from '../../shared/ui/in-places.ts';

/** Words and the gaps between them, in turns. */
const PIECES = /([\p{L}\p{N}]+)/u;
const BEFORE = 12;
const AFTER = 36;

type Terms = ReadonlySet<string>;

export function Highlighted({ text, terms }: { text: string; terms: Terms }) {
  return inPlaces(text.split(PIECES)).map(({ key, item }) => (isFound(item, terms) ? <mark key={key}>{item}</mark> : item));
}

/** The part with the most of the words. Undefined: the text has none of them. */
export function excerptOf(text: string, terms: Terms): string | undefined {
  const pieces = text.split(PIECES);
  const places = pieces.flatMap((piece, place) => (isFound(piece, terms) ? [place] : []));
  const wordsFrom = (start: number) =>
    new Set(places.filter((place) => place >= start && place < start + AFTER).map((place) => pieces[place]?.toLowerCase())).size;
  const [first] = places.toSorted((one, other) => wordsFrom(other) - wordsFrom(one));
  if (first === undefined) return undefined;
  const [from, to] = [Math.max(0, first - BEFORE), first + AFTER];
  const part = pieces.slice(from, to).join('').trim();
  return `${from > 0 ? '… ' : ''}${part}${to < pieces.length ? ' …' : ''}`;
}

/** The first words. */
export function startOf(text: string): string {
  const pieces = text.split(PIECES);
  return pieces.length <= AFTER ? text : `${pieces.slice(0, AFTER).join('').trim()} …`;
}

function isFound(piece: string, terms: Terms): boolean {
  return tokenize(piece).some((word) => terms.has(word.toLowerCase()));
}
