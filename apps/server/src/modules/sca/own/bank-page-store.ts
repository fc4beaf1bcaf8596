/** The rows of challenges on a page of the bank. Times are database time. */
import type { ChallengeForm, ChallengeState } from '@portico/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  challenge: { challenge_id: string; form: ChallengeForm; state: ChallengeState; expires_at: Date; returned_at: Date | null };
};

/** Notes that the customer came back. @returns false for a challenge that has ended, and for one from which the customer came back before. */
export async function markReturned(tx: Tx, challengeId: string): Promise<boolean> {
  const rows = await tx
    .withTables<Tables>()
    .updateTable('challenge')
    .set({ returned_at: sql<Date>`now()` })
    .where('challenge_id', '=', challengeId)
    .where('form', '=', 'redirect')
    .where('state', '=', 'started')
    .where('returned_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge_id')
    .execute();
  return rows.length === 1;
}
