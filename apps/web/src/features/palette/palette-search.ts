/** Full-text search in the entries of the palette: grouped, best match first, with the words that matched. */
import MiniSearch, { type SearchOptions } from 'minisearch';
import { tokenize } from '../../shared/portal/search/word-search.ts';
import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from './palette-entries.ts';

/** Entries of a group; further letters narrow the search. */
const GROUP_ENTRIES_MAX = 5;
/** Pages without any words. */
const PAGES_MAX = 12;
/** Words up to this length match exactly, because one letter makes another word. */
const EXACT_LENGTH = 3;
/** The share of a word's letters that may be wrong. */
const WRONG_SHARE = 0.25;
const FIELDS = ['title', 'detail', 'text', 'note'] as const;
/** The texts of these groups count little: a guide explains a word, and they only use it. */
const NOTED: ReadonlySet<PaletteGroup> = new Set<PaletteGroup>(['Codes', 'Parameters', 'Fallback parameters']);

const PLAIN: SearchOptions = { combineWith: 'AND', prefix: true, boost: { title: 6, detail: 2, note: 0.2 } };
/** Only where no text has the words as they are written: a misspelt word matches many others. */
const TOLERANT: SearchOptions = { ...PLAIN, fuzzy: (term) => (term.length <= EXACT_LENGTH ? false : WRONG_SHARE) };

interface FoundGroup {
  readonly group: PaletteGroup;
  readonly entries: readonly PaletteEntry[];
}

export interface Found {
  readonly groups: readonly FoundGroup[];
  /** Lower-case words of the texts that matched. */
  readonly terms: ReadonlySet<string>;
}

export function createPaletteSearch(entries: readonly PaletteEntry[]): (words: string) => Found {
  const search = new MiniSearch<Readonly<Record<(typeof FIELDS)[number], string>> & { readonly id: number }>({ fields: [...FIELDS], tokenize });
  search.addAll(
    entries.map(({ group, title, detail, text }, id) => ({
      id,
      title,
      detail,
      ...(NOTED.has(group) ? { text: '', note: text } : { text, note: '' }),
    })),
  );
  return (words) => {
    if (words.trim() === '') {
      const pages = entries.filter(({ group }) => group === 'Pages').slice(0, PAGES_MAX);
      return { groups: pages.length === 0 ? [] : [{ group: 'Pages', entries: pages }], terms: new Set() };
    }
    const plain = search.search(words, PLAIN);
    const hits = plain.length === 0 ? search.search(words, TOLERANT) : plain;
    const found = hits.flatMap(({ id }) => entries.at(Number(id)) ?? []);
    return { groups: grouped(found), terms: new Set(hits.flatMap(({ terms }) => terms)) };
  };
}

const isFallback = (group: PaletteGroup) => group.startsWith('Fallback');

/** @param found best match first; so is the order of the groups, but the main interface comes before the fallback interface */
function grouped(found: readonly PaletteEntry[]): readonly FoundGroup[] {
  const best = [...new Set(found.map(({ group }) => group))];
  const order = [...best.filter((group) => !isFallback(group)), ...PALETTE_GROUPS.filter((group) => isFallback(group) && best.includes(group))];
  return order.map((group) => ({ group, entries: found.filter((entry) => entry.group === group).slice(0, GROUP_ENTRIES_MAX) }));
}
