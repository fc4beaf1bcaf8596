/** Erases personal content (GDPR Art. 17). The entries stay, the erasure is an entry of the same chain, and the chain still verifies. */
import type { Tx } from '#platform/db/database.ts';
import type { AppendAudit } from '#platform/db/run-write.ts';
import { deleteContents } from './audit-store.ts';

export const ERASED_EVENT = 'audit.erased';

export interface EraseAudit {
  readonly chain: string;
  readonly sandboxId: string;
  /** Absent: every content of the chain. */
  readonly positions?: readonly number[];
  /** Why, as an id: `profileDeleted`, `retentionEnded` … */
  readonly reason: string;
}

/** Answers the erased positions; when there was nothing to erase, nothing is recorded. */
export async function eraseAudit(append: AppendAudit, tx: Tx, input: EraseAudit): Promise<readonly number[]> {
  if (input.positions?.length === 0) return [];
  const erased = await deleteContents(tx, input.chain, input.positions);
  if (erased.length === 0) return erased;
  const ids = { positions: erased.join(','), reason: input.reason };
  await append(tx, [{ chain: input.chain, sandboxId: input.sandboxId, event: ERASED_EVENT, ids }]);
  return erased;
}

/** The positions an `audit.erased` entry covers. `ids` as stored: an owner of the database may have written another value, which covers none. */
export function erasedPositions(ids: unknown): readonly number[] {
  const { positions } = Object(ids);
  return typeof positions !== 'string' || positions === '' ? [] : positions.split(',').map(Number);
}
