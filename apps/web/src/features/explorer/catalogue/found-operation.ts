import type { IndexOperation, IndexSection } from '@portico/contract';

export interface FoundOperation {
  readonly section: IndexSection;
  readonly operation: IndexOperation;
}

/** In the order of the catalogue. */
export function operationsOf(sections: readonly IndexSection[]): readonly FoundOperation[] {
  return sections.flatMap((section) => section.operations.map((operation): FoundOperation => ({ section, operation })));
}
