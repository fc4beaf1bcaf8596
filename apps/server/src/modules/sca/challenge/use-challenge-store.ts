/** The use of an approval, once. Times are database time. */
import type { ChallengeState } from '@portico/contract';
import { APPROVAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

type ChallengeTables = {
  challenge: { challenge_id: string; content_hash: string; state: ChallengeState; created_at: Date; used_at: Date | null };
};

const useApproved = prepared((reader, given: Given<{ challengeId: string; contentHash: string }>) =>
  reader
    .withTables<ChallengeTables>()
    .updateTable('challenge')
    .set({ used_at: sql<Date>`now()` })
    .where('challenge_id', '=', given.challengeId)
    .where('content_hash', '=', given.contentHash)
    .where('state', '=', 'approved')
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${APPROVAL_SECONDS}::integer * interval '1 second'`)
    .returning('challenge_id'),
);

/** Uses an approval. @returns false when it is none, was used before, has lapsed, or is for other content. */
export async function useChallenge(tx: Tx, challengeId: string, contentHash: string): Promise<boolean> {
  return (await useApproved(tx, { challengeId, contentHash })).rows.length === 1;
}
