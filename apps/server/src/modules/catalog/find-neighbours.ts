/** The navigation beside an operation in the explorer: its section, or its tag of a long section, and the names of all other sections and tags. */
import { LONG_SECTION, type OperationNeighbours, UNTAGGED } from '@portico/contract';
import type { ServedSection } from './served-section.ts';

/** Undefined: there is no such operation. */
export function findNeighbours(sections: readonly ServedSection[], section: ServedSection, operationId: string): OperationNeighbours | undefined {
  const { operations } = section.index();
  const operation = operations.find((known) => known.operationId === operationId);
  if (operation === undefined) return undefined;
  const byTag = Map.groupBy(operations, tagOf);
  const isTagged = operations.length > LONG_SECTION && byTag.size > 1;
  return {
    sections: sections
      .filter(({ list }) => list === section.list)
      .map((one) => ({ apiId: one.apiId, title: one.title, count: one.index().operations.length })),
    tags: isTagged ? [...byTag].map(([tag, { length }]) => ({ tag, count: length })) : [],
    operations: isTagged ? (byTag.get(tagOf(operation)) ?? []) : operations,
  };
}

const tagOf = ({ tags }: { readonly tags?: readonly string[] }) => tags?.[0] ?? UNTAGGED;
