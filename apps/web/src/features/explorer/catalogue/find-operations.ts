/** Search over the operations of an explorer. */
import { createWordSearch } from '../../../shared/portal/search/word-search.ts';
import type { FoundOperation } from './found-operation.ts';

/** Everything for no words; otherwise the best first. */
export function createOperationSearch(all: readonly FoundOperation[]): (words: string) => readonly FoundOperation[] {
  return createWordSearch(
    all,
    ({ section, operation: { summary, operationId, path, method } }) => ({ summary, operationId, path, method, section: section.title }),
    ['summary', 'operationId', 'path', 'section', 'method'],
    { summary: 3, operationId: 2 },
  );
}
