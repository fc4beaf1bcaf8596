/** The running signature of a session: which challenge it is, how long a PUT holds it. Real time. */
import { SIGNING_IDLE_SECONDS, SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { challengeBegun, type NewChallengeRow } from '#modules/sca/index.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared, unawaited } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { Submission } from '../signing.ts';
import type { SessionTable } from './session-row.ts';
import type { SessionKey, SigningSession } from './signing-session.ts';
import type { SigningState } from './signing-state.ts';

type SignatureTables = { signing_session: SessionTable };

const secondsFromNow = (seconds: number | RawBuilder<number>) => sql<Date>`now() + ${seconds}::double precision * interval '1 second'`;

interface Lifetime {
  readonly totalSeconds: number;
  readonly idleSeconds: number;
}

const LIFETIME: Lifetime = { totalSeconds: SIGNING_TOTAL_SECONDS, idleSeconds: SIGNING_IDLE_SECONDS };

/** What `isOverdue` says of a session at the bank, by its row. */
const isInTime = ({ sandboxId, totalSeconds, idleSeconds }: Given<Lifetime & { sandboxId: string }>) => {
  const now = tenantNow(sql`${sandboxId}`);
  return sql<boolean>`(${now} <= created_at + ${totalSeconds}::integer * interval '1 second'
    and (${now} <= last_activity_at + ${idleSeconds}::integer * interval '1 second' or coalesce(held_until > now(), false)))`;
};

interface Begun {
  readonly submission: Submission;
  readonly submissionDigest: string;
  readonly holdSeconds: number;
}

type Seen = Pick<SigningSession, 'state' | 'entryVersion' | 'bankSessionHash' | 'shownDigest'> & { readonly seenChallengeId: string | undefined };

// A server of the version before takes a claim on the session before it starts a challenge, and goes by the claim's id when it joins one.
const begin = prepared(
  (_reader, given: Given<NewChallengeRow & SessionKey & Seen & Lifetime & Omit<Begun, 'submission'> & { submissionText: string }>) =>
    challengeBegun(
      given,
      sql`update signing_session
      set state = 'signing', submission = ${given.submissionText}, submission_digest = ${given.submissionDigest}, challenge_id = ${given.challengeId},
        challenge_content_hash = ${given.contentHash}, claim_id = ${given.challengeId}, claimed_until = null,
        held_until = ${secondsFromNow(given.holdSeconds)}, last_activity_at = ${tenantNow(sql`${given.sandboxId}`)}
      from startable
      where session_id = ${given.authorisationId} and sandbox_id = ${given.sandboxId} and state = ${given.state}
        and entry_version = ${given.entryVersion} and bank_session_hash is not distinct from ${given.bankSessionHash}
        and shown_digest is not distinct from ${given.shownDigest} and challenge_id is not distinct from ${given.seenChallengeId}
        and coalesce(claimed_until <= now(), true) and ${isInTime(given)}
        and (state = 'open' or submission_digest = ${given.submissionDigest} or coalesce(held_until <= now(), true))
      returning session_id`,
    ),
);

/**
 * Begins a signature with its challenge, if the session is as it was read: of any number of equal attempts in any number of processes one does.
 *
 * @returns false: another one has moved the session, its time is over, or the method is blocked.
 */
export async function writeBegun(db: Db, session: SigningSession, { submission, ...begun }: Begun, challenge: NewChallengeRow): Promise<boolean> {
  const { authorisationId, state, entryVersion, bankSessionHash, shownDigest, challengeId: seenChallengeId } = session;
  const seen = { authorisationId, state, entryVersion, bankSessionHash, shownDigest, seenChallengeId };
  return (await begin(db, { ...challenge, ...seen, ...LIFETIME, ...begun, submissionText: JSON.stringify(submission) })).rows.length === 1;
}

const writeSubmission = unawaited((tx, given: Given<SessionKey & { submissionText: string; submissionDigest: string; now: Date }>) =>
  update(tx, given).set({
    state: 'signing',
    submission: given.submissionText,
    submission_digest: given.submissionDigest,
    challenge_id: null,
    challenge_content_hash: null,
    last_activity_at: given.now,
  }),
);

/** Begins a signature that no challenge confirms; call with the row locked. `now`: tenant time. */
export async function beginConfirmed(
  tx: Tx,
  { authorisationId, sandboxId }: SessionKey,
  { submission, submissionDigest, now }: Omit<Begun, 'holdSeconds'> & { readonly now: Date },
): Promise<void> {
  await writeSubmission(tx, { authorisationId, sandboxId, submissionText: JSON.stringify(submission), submissionDigest, now });
}

const holdOn = prepared((reader, given: Given<SessionKey & Lifetime & { challengeId: string; holdSeconds: number }>) =>
  update(reader, given)
    .set({ held_until: secondsFromNow(given.holdSeconds), last_activity_at: tenantNow(sql`${given.sandboxId}`) })
    .where('state', '=', sql.lit('signing'))
    .where('challenge_id', '=', given.challengeId)
    .where(isInTime(given))
    .returning('session_id'),
);

/** The waiting of one more PUT. False: that challenge is not the session's any more, or the session's time is over. */
export async function prolongHold(
  db: Db,
  { authorisationId, sandboxId }: SessionKey,
  hold: { readonly challengeId: string; readonly holdSeconds: number },
): Promise<boolean> {
  return (await holdOn(db, { authorisationId, sandboxId, ...LIFETIME, ...hold })).rows.length === 1;
}

/** Ends the running signature without a result; call with the row locked. The challenge stays: PUTs that waited for it still learn its end. */
export async function clearSignature(tx: Tx, key: SessionKey, now: Date): Promise<void> {
  await update(tx, key).set({ state: 'open', submission: null, submission_digest: null, held_until: null, last_activity_at: now }).execute();
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
