/** Searches short texts: words in any place and order, with a typing error in each longer word; best match first. */
import MiniSearch from 'minisearch';

/** Words up to this length must match exactly, because one letter makes another word. */
const EXACT_LENGTH = 3;
/** The share of a word's letters that may be wrong. */
const WRONG_SHARE = 0.25;

/**
 *
 * @param textsOf the texts of an item, by field
 * @param boost factors of fields that count more than others
 * @returns without words, all items in their order
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

/** `getAccountList`, `account-list` and `/v1/account-list` contain the same words. */
export function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
