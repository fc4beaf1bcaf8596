/** The latest challenge of each payment and second signatory. There is at most one, shared by all windows. */
import { sql } from 'kysely';
import { challengeBegun, type NewChallengeRow } from '#modules/sca/index.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

type Tables = {
  co_signing: { sandbox_id: string; payment_id: string; customer_id: string; challenge_id: string; content_hash: string };
};

export interface AskedFor {
  readonly sandboxId: string;
  readonly paymentId: string;
  /** The second signatory. */
  readonly customerId: string;
}

export interface Asked {
  readonly challengeId: string;
  readonly contentHash: string;
}

export async function findAsked(reader: Reader, { sandboxId, paymentId, customerId }: AskedFor): Promise<Asked | undefined> {
  return reader
    .withTables<Tables>()
    .selectFrom('co_signing')
    .select(['challenge_id as challengeId', 'content_hash as contentHash'])
    .where('sandbox_id', '=', sandboxId)
    .where('payment_id', '=', paymentId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

const begin = prepared((_reader, given: Given<NewChallengeRow & { paymentId: string; insteadOf: string | undefined }>) =>
  challengeBegun(
    given,
    sql`insert into co_signing (sandbox_id, payment_id, customer_id, challenge_id, content_hash)
    select ${given.sandboxId}, ${given.paymentId}, ${given.customerId}, ${given.challengeId}, ${given.contentHash} from startable
    on conflict (payment_id, customer_id) do update set challenge_id = excluded.challenge_id, content_hash = excluded.content_hash
    where co_signing.challenge_id = ${given.insteadOf}
    returning payment_id`,
  ),
);

/** Writes a challenge of this signatory instead of the one that was read. False: another call has replaced it first, or the method is blocked. */
export async function beginAsked(db: Db, { paymentId }: AskedFor, challenge: NewChallengeRow, instead: Asked | undefined): Promise<boolean> {
  return (await begin(db, { ...challenge, paymentId, insteadOf: instead?.challengeId })).rows.length === 1;
}

/** Deletes the challenge, so that an approval that had no effect cannot be used later. */
export async function deleteAsked(tx: Tx, { sandboxId, paymentId, customerId }: AskedFor, { challengeId }: Asked): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('co_signing')
    .where('sandbox_id', '=', sandboxId)
    .where('payment_id', '=', paymentId)
    .where('customer_id', '=', customerId)
    .where('challenge_id', '=', challengeId)
    .execute();
}

export async function forgetSandboxSecondSignatures(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('co_signing').where('sandbox_id', '=', sandboxId).execute();
}
