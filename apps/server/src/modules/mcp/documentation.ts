/** What the documentation server finds and reads: guides, their sections, error codes, operations and parameters. */
import type { ContentPlace, NamedParameters } from '@portico/contract';
import MiniSearch from 'minisearch';
import { oncePer } from '#platform/once.ts';
import { type Catalog, unpackText } from '../catalog/index.ts';
import type { Content } from '../content/index.ts';

interface FoundPlace {
  readonly kind: ContentPlace['kind'] | 'operation' | 'parameter';
  readonly title: string;
  /** The beginning of the text. */
  readonly text: string;
  /** The page of the portal that shows it. */
  readonly url: string;
  /** The tool that reads it, with its arguments. */
  readonly read:
    | { readonly tool: 'read_guide'; readonly name: string }
    | { readonly tool: 'read_operation'; readonly apiId: string; readonly operationId: string };
}

interface GuideName {
  readonly name: string;
  readonly title: string;
}

interface OperationName {
  readonly apiId: string;
  readonly operationId: string;
  /** `fallback`: the customer interface for the time in which the API does not respond. */
  readonly list: 'main' | 'fallback';
  /** Method and path. */
  readonly call: string;
  readonly summary: string;
}

export interface Documentation {
  /** Best match first. A word may be anywhere in a text; where no text has every word, a letter of a longer word may be wrong. */
  search(words: string, countMax: number): Promise<readonly FoundPlace[]>;
  guides(): readonly GuideName[];
  /** Markdown. Undefined: there is no such guide. */
  guide(name: string): string | undefined;
  operations(): readonly OperationName[];
  /** The operation with its parameters, bodies, responses and schemas (`OperationSlice`, JSON). Undefined: there is no such operation. */
  operation(apiId: string, operationId: string): Promise<string | undefined>;
}

/** The texts of these count little: a guide explains a word, and they only use it. */
const NOTED: ReadonlySet<FoundPlace['kind']> = new Set<FoundPlace['kind']>(['code', 'parameter']);
const TEXT_LENGTH_MAX = 300;
/** Words up to this length match exactly, because one letter makes another word. */
const EXACT_LENGTH = 3;
/** Fewer letters begin so many words that one search would keep the server busy for a fifth of a second. */
const BEGINNING_LENGTH = 3;
/** The share of a word's letters that may be wrong. */
const WRONG_SHARE = 0.25;

export function createDocumentation(
  content: Pick<Content, 'page' | 'places'>,
  catalog: Pick<Catalog, 'sections' | 'parameters'>,
  publicUrl: string,
): Documentation {
  const operations = oncePer(catalog.sections, () =>
    catalog.sections().flatMap((section) =>
      section.index().operations.map(({ operationId, method, path, summary }) => ({
        apiId: section.apiId,
        list: section.list,
        operationId,
        call: `${method} ${path}`,
        summary,
      })),
    ),
  );
  const placesOfCatalog = oncePer(catalog.sections, async () => {
    const named: NamedParameters = JSON.parse(await unpackText(await catalog.parameters()));
    return [
      ...operations().map((operation) => operationPlace(publicUrl, operation)),
      ...named.flatMap((parameter) => parameterPlaces(publicUrl, parameter)),
    ];
  });
  const placesOfContent = oncePer(content.places, () => content.places().map((place) => contentPlace(publicUrl, place)));
  /** The index is made again when a guide or a document of the bank has changed. */
  let sources: readonly unknown[] = [];
  let index = Promise.resolve(indexOf([]));
  function current(): Promise<ReturnType<typeof indexOf>> {
    const [guides, documents] = [placesOfContent(), placesOfCatalog()];
    if (sources[0] !== guides || sources[1] !== documents) {
      sources = [guides, documents];
      index = documents.then((places) => indexOf([...guides, ...places]));
    }
    return index;
  }
  const guides = () => content.places().flatMap(({ kind, url, title }) => (kind === 'page' ? [{ name: nameOf(url), title }] : []));

  return {
    guides,
    operations,
    search: async (words, countMax) => (await current())(words).slice(0, countMax),
    guide: (name) => (guides().some((guide) => guide.name === name) ? content.page(name)?.markdown : undefined),
    async operation(apiId, operationId) {
      return catalog
        .sections()
        .find((section) => section.apiId === apiId)
        ?.sliceText(operationId);
    },
  };
}

function indexOf(places: readonly FoundPlace[]): (words: string) => readonly FoundPlace[] {
  const index = new MiniSearch<Readonly<Record<'title' | 'text' | 'note', string>> & { readonly id: number }>({
    fields: ['title', 'text', 'note'],
    tokenize,
  });
  index.addAll(places.map(({ kind, title, text }, id) => ({ id, title, ...(NOTED.has(kind) ? { text: '', note: text } : { text, note: '' }) })));
  const exact = {
    combineWith: 'AND' as const,
    prefix: (word: string) => word.length >= BEGINNING_LENGTH,
    tokenize: differentWords,
    boost: { title: 6, note: 0.2 },
  };
  return (words) => {
    const plain = index.search(words, exact);
    const hits = plain.length > 0 ? plain : index.search(words, { ...exact, fuzzy: (word) => (word.length <= EXACT_LENGTH ? false : WRONG_SHARE) });
    return hits.flatMap(({ id }) => places.at(Number(id)) ?? []).map((place) => ({ ...place, text: place.text.slice(0, TEXT_LENGTH_MAX) }));
  };
}

/** A repeated word would be looked up again. */
const differentWords = (text: string): string[] => [...new Set(tokenize(text).map((word) => word.toLowerCase()))];

/** Every word costs the server a search, so callers have to limit them. */
export const countWords = (text: string): number => differentWords(text).length;

/** `getAccountList` and `/v1/account-list` contain the same words. */
function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const contentPlace = (publicUrl: string, { kind, url, title, page, text }: ContentPlace): FoundPlace => ({
  kind,
  title: title === page ? title : `${title} (${page})`,
  text,
  url: `${publicUrl}/#${url}`,
  read: { tool: 'read_guide', name: nameOf(url) },
});

const operationPlace = (publicUrl: string, { apiId, operationId, list, call, summary }: OperationName): FoundPlace => ({
  kind: 'operation',
  title: `${call} ${operationId}`,
  text: summary,
  url: `${publicUrl}/#/${list === 'fallback' ? 'fallback' : 'api'}-explorer/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`,
  read: { tool: 'read_operation', apiId, operationId },
});

function parameterPlaces(publicUrl: string, { name, in: place, list, text, operations }: NamedParameters[number]): readonly FoundPlace[] {
  const [first] = operations;
  if (first === undefined) return [];
  const used = operations.map(({ operationId }) => operationId).join(', ');
  return [
    {
      ...operationPlace(publicUrl, { ...first, list, call: '', summary: '' }),
      kind: 'parameter',
      title: `${name} (${place})`,
      text: `${text} Used by ${used}.`,
    },
  ];
}

/** `/how-to-api?section=errors` → `how-to-api`. */
const nameOf = (url: string) => url.replace(/^\//, '').replace(/\?.*$/, '');
