/** How a long list of operations is laid out: by section, and what is long in itself by the tags of its document. */
import type { IndexSection } from '@portico/contract';
import { LONG_SECTION, UNTAGGED } from '@portico/contract/values';
import type { FoundOperation } from './found-operation.ts';

export interface SectionGroup {
  readonly section: IndexSection;
  readonly operations: readonly FoundOperation[];
}

export interface TagGroup {
  readonly tag: string;
  readonly operations: readonly FoundOperation[];
}

/** In the order of the best hit of each. */
export function groupBySection(found: readonly FoundOperation[]): readonly SectionGroup[] {
  return groupBy(found, ({ section }) => section.apiId).flatMap(([, operations]) =>
    operations.slice(0, 1).map(({ section }) => ({ section, operations })),
  );
}

/** By first tag, in the order of the document; none where the list is short or the document has no tags. */
export function groupByTag(operations: readonly FoundOperation[]): readonly TagGroup[] | undefined {
  if (operations.length <= LONG_SECTION) return undefined;
  const groups = groupBy(operations, ({ operation }) => operation.tags?.[0] ?? UNTAGGED);
  return groups.length === 1 ? undefined : groups.map(([tag, tagged]) => ({ tag, operations: tagged }));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly [string, readonly Item[]])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups];
}
