/** Search over short texts: words anywhere, in any order, with a typing error in each longer one; the best first. */
import MiniSearch from 'minisearch';

/** Words as short as this stand for themselves: one letter more or less is another word. */
const EXACT_LENGTH = 3;
/** Of a word's letters, the part that may be wrong. */
const WRONG_SHARE = 0.25;

/**
 * @param textsOf the texts of an item, by field
 * @param boost fields that count more than others, by their factor
 * @returns everything, in its order, for no words
 */
export function createWordSearch<Item, Field extends string>(
  items: readonly Item[],
  textsOf: (item: Item) => Readonly<Record<Field, string>>,
  fields: readonly Field[],
  boost: Readonly<Record<string, number>>,
): (words: string) => readonly Item[] {
  const search = new MiniSearch<Readonly<Record<string, unknown>>>({ fields: [...fields], tokenize });
  search.addAll(items.map((item, id) => ({ ...textsOf(item), id })));
  return (words) => {
    if (words.trim() === '') return items;
    const hits = search.search(words, {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length <= EXACT_LENGTH ? false : WRONG_SHARE),
      boost: { ...boost },
    });
    return hits.flatMap(({ id }) => items.at(Number(id)) ?? []);
  };
}

/** `getAccountList`, `account-list` and `/v1/account-list` hold the same words. */
function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
