/** What the list beside an operation is made of: the whole index where it has been read, and its neighbours until then. */
import type { OperationNeighbours } from '@portico/contract';
import { UNTAGGED } from '@portico/contract/values';
import type { OperationAddress } from '../operation-address.ts';
import type { FoundOperation } from './found-operation.ts';
import { groupBySection, groupByTag } from './group-operations.ts';
import { isCurrent, type ListedOperation } from './operation-rows.tsx';

export interface SideGroup {
  readonly title: string;
  readonly count: number;
  readonly isOpen: boolean;
  /** Undefined: not known yet. */
  readonly operations: readonly ListedOperation[] | undefined;
}

export interface SideSection extends SideGroup {
  readonly apiId: string;
  /** Where the section is long. */
  readonly tags: readonly SideGroup[] | undefined;
}

export function sideOfFound(found: readonly FoundOperation[], isSearch: boolean, current: OperationAddress): readonly SideSection[] {
  return groupBySection(found).map(({ section: { apiId, title }, operations }) => ({
    ...{ apiId, title, count: operations.length, isOpen: isSearch || apiId === current.apiId, operations },
    tags: (isSearch ? undefined : groupByTag(operations))?.map(({ tag, operations: tagged }) => ({
      ...{ title: tag, count: tagged.length, operations: tagged },
      isOpen: tagged.some((one) => isCurrent(one, current)),
    })),
  }));
}

export function sideOfNeighbours(
  { sections, tags, operations }: OperationNeighbours,
  { apiId: currentId }: OperationAddress,
): readonly SideSection[] {
  const known = operations.map((operation): ListedOperation => ({ section: { apiId: currentId }, operation }));
  const [own = UNTAGGED] = operations[0]?.tags ?? [];
  return sections.map(({ apiId, title, count }) => {
    const isOpen = apiId === currentId;
    return {
      ...{ apiId, title, count, isOpen, operations: isOpen ? known : undefined },
      tags:
        isOpen && tags.length > 0
          ? tags.map(({ tag, count: tagged }) => ({ title: tag, count: tagged, isOpen: tag === own, operations: tag === own ? known : undefined }))
          : undefined,
    };
  });
}
