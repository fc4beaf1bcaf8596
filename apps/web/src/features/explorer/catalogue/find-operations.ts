/** Search over operations: words anywhere, in any order, with a typing error in each longer one. */
import type { IndexOperation, IndexSection } from '@portico/contract';
import MiniSearch from 'minisearch';

export interface FoundOperation {
  readonly section: IndexSection;
  readonly operation: IndexOperation;
}

const FIELDS = ['summary', 'operationId', 'path', 'section', 'method'] as const;
/** Words as short as this stand for themselves: one letter more or less is another word. */
const EXACT_LENGTH = 3;

interface Entry {
  id: number;
  summary: string;
  operationId: string;
  path: string;
  section: string;
  method: string;
}

export type FindOperations = (words: string) => FoundOperation[];

/** Everything, in the order of the catalogue, for no words; otherwise the best first. */
export function createOperationSearch(sections: readonly IndexSection[]): FindOperations {
  const all = sections.flatMap((section) => section.operations.map((operation): FoundOperation => ({ section, operation })));
  const search = new MiniSearch<Entry>({ fields: [...FIELDS], tokenize });
  search.addAll(
    all.map(({ section, operation }, id) => ({
      id,
      summary: operation.summary,
      operationId: operation.operationId,
      path: operation.path,
      section: section.title,
      method: operation.method,
    })),
  );
  return (words) => {
    if (words.trim() === '') return all;
    const hits = search.search(words, {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length <= EXACT_LENGTH ? false : 0.25),
      boost: { summary: 3, operationId: 2 },
    });
    return hits.flatMap(({ id }) => all.at(Number(id)) ?? []);
  };
}

/** `getAccountList`, `account-list` and `/v1/account-list` hold the same words. */
function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
