/** The running signature of a session: who may start its challenge, which challenge it is, how long a PUT holds it. Real time. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { SessionTable } from './session-row.ts';
import type { Submission } from './signing.ts';
import type { SessionKey } from './signing-session.ts';

type SignatureTables = { signing_session: SessionTable };

const secondsFromNow = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;

export interface SignatureClaim {
  readonly claimId: string;
  readonly submission: Submission;
  readonly submissionDigest: string;
  readonly claimSeconds: number;
  readonly holdSeconds: number;
  /** Tenant time. */
  readonly now: Date;
}

/** Makes this attempt the one that starts the challenge; call with the row locked. */
export async function claimSignature(tx: Tx, key: SessionKey, claim: SignatureClaim): Promise<void> {
  await update(tx, key)
    .set({
      state: 'signing',
      submission: JSON.stringify(claim.submission),
      submission_digest: claim.submissionDigest,
      claim_id: claim.claimId,
      claimed_until: secondsFromNow(claim.claimSeconds),
      held_until: secondsFromNow(claim.holdSeconds),
      challenge_id: null,
      challenge_content_hash: null,
      last_activity_at: claim.now,
    })
    .execute();
}

/** The waiting of one more PUT; call with the row locked. */
export async function prolongHold(tx: Tx, key: SessionKey, hold: { readonly holdSeconds: number; readonly now: Date }): Promise<void> {
  await update(tx, key)
    .set({ held_until: secondsFromNow(hold.holdSeconds), last_activity_at: hold.now })
    .execute();
}

/** Records the started challenge. False: the claim is no longer this attempt's, or the session ended meanwhile. */
export async function recordChallenge(
  tx: Tx,
  key: SessionKey,
  started: { readonly claimId: string; readonly challengeId: string; readonly contentHash: string },
): Promise<boolean> {
  const rows = await update(tx, key)
    .set({ challenge_id: started.challengeId, challenge_content_hash: started.contentHash, claimed_until: null })
    .where('state', '=', 'signing')
    .where('claim_id', '=', started.claimId)
    .where('challenge_id', 'is', null)
    .returning('session_id')
    .execute();
  return rows.length === 1;
}

/** Ends the running signature without a result; call with the row locked. Claim and challenge stay: PUTs that waited for it still learn its end. */
export async function clearSignature(tx: Tx, key: SessionKey, now: Date): Promise<void> {
  await update(tx, key)
    .set({ state: 'open', submission: null, submission_digest: null, claimed_until: null, held_until: null, last_activity_at: now })
    .execute();
}

function update(tx: Tx, key: SessionKey) {
  return tx
    .withTables<SignatureTables>()
    .updateTable('signing_session')
    .where('session_id', '=', key.sessionId)
    .where('sandbox_id', '=', key.sandboxId);
}
