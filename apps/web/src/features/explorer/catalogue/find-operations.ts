/** Search over the operations of an explorer. */
import type { IndexOperation, IndexSection } from '@portico/contract';
import { createWordSearch } from '../../../shared/portal/search/word-search.ts';

export interface FoundOperation {
  readonly section: IndexSection;
  readonly operation: IndexOperation;
}

/** Everything, in the order of the catalogue, for no words; otherwise the best first. */
export function createOperationSearch(sections: readonly IndexSection[]): (words: string) => readonly FoundOperation[] {
  const all = sections.flatMap((section) => section.operations.map((operation): FoundOperation => ({ section, operation })));
  return createWordSearch(
    all,
    ({ section, operation: { summary, operationId, path, method } }) => ({ summary, operationId, path, method, section: section.title }),
    ['summary', 'operationId', 'path', 'section', 'method'],
    { summary: 3, operationId: 2 },
  );
}
