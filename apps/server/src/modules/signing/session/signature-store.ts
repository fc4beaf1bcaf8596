/** The running signature of a session: who may start its challenge, which challenge it is, how long a PUT holds it. Real time. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared, unawaited } from '#platform/db/prepared.ts';
import type { Submission } from '../signing.ts';
import type { SessionTable } from './session-row.ts';
import type { SessionKey } from './signing-session.ts';
import type { SigningState } from './signing-state.ts';

type SignatureTables = { signing_session: SessionTable };

const secondsFromNow = (seconds: number | RawBuilder<number>) => sql<Date>`now() + ${seconds}::double precision * interval '1 second'`;

export interface SignatureClaim {
  readonly claimId: string;
  readonly submission: Submission;
  readonly submissionDigest: string;
  readonly claimSeconds: number;
  readonly holdSeconds: number;
  /** Tenant time. */
  readonly now: Date;
}

const writeClaim = unawaited((tx, given: Given<SessionKey & SignatureClaim & { submissionText: string }>) =>
  update(tx, given).set({
    state: 'signing',
    submission: given.submissionText,
    submission_digest: given.submissionDigest,
    claim_id: given.claimId,
    claimed_until: secondsFromNow(given.claimSeconds),
    held_until: secondsFromNow(given.holdSeconds),
    challenge_id: null,
    challenge_content_hash: null,
    last_activity_at: given.now,
  }),
);

/** Makes this attempt the one that starts the challenge; call with the row locked. */
export async function claimSignature(tx: Tx, { authorisationId, sandboxId }: SessionKey, claim: SignatureClaim): Promise<void> {
  await writeClaim(tx, { authorisationId, sandboxId, ...claim, submissionText: JSON.stringify(claim.submission) });
}

/** The waiting of one more PUT; call with the row locked. */
export async function prolongHold(tx: Tx, key: SessionKey, hold: { readonly holdSeconds: number; readonly now: Date }): Promise<void> {
  await update(tx, key)
    .set({ held_until: secondsFromNow(hold.holdSeconds), last_activity_at: hold.now })
    .execute();
}

interface StartedChallenge {
  readonly claimId: string;
  readonly challengeId: string;
  readonly contentHash: string;
}

const writeChallenge = prepared((tx, given: Given<SessionKey & StartedChallenge>) =>
  update(tx, given)
    .set({ challenge_id: given.challengeId, challenge_content_hash: given.contentHash, claimed_until: null })
    .where('state', '=', sql.lit('signing'))
    .where('claim_id', '=', given.claimId)
    .where('challenge_id', 'is', null)
    .returning('session_id'),
);

/** Records the started challenge, in a transaction of its own. False: the claim is no longer this attempt's, or the session ended meanwhile. */
export async function recordChallenge(db: Db, { authorisationId, sandboxId }: SessionKey, started: StartedChallenge): Promise<boolean> {
  return (await writeChallenge(db, { authorisationId, sandboxId, ...started })).rows.length === 1;
}

/** Ends the running signature without a result; call with the row locked. Claim and challenge stay: PUTs that waited for it still learn its end. */
export async function clearSignature(tx: Tx, key: SessionKey, now: Date): Promise<void> {
  await update(tx, key)
    .set({ state: 'open', submission: null, submission_digest: null, claimed_until: null, held_until: null, last_activity_at: now })
    .execute();
}

interface SignedEnd {
  readonly state: SigningState;
  readonly answer: unknown;
  /** Tenant time. */
  readonly signedAt: Date;
}

const writeSigned = unawaited((tx, given: Given<SessionKey & Omit<SignedEnd, 'answer'> & { answerText: string }>) =>
  update(tx, given).set({ state: given.state, answer: given.answerText, signed_at: given.signedAt, ended_at: given.signedAt }),
);

/** Ends the session with its signature; call with the row locked. */
export async function endSigned(tx: Tx, { authorisationId, sandboxId }: SessionKey, { state, answer, signedAt }: SignedEnd): Promise<void> {
  await writeSigned(tx, { authorisationId, sandboxId, state, signedAt, answerText: JSON.stringify(answer) });
}

function update(reader: Reader, key: SessionKey | Given<SessionKey>) {
  return reader
    .withTables<SignatureTables>()
    .updateTable('signing_session')
    .where('session_id', '=', key.authorisationId)
    .where('sandbox_id', '=', key.sandboxId);
}
