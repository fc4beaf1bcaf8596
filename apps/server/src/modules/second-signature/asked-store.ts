/** Which challenge a co-signer's device is asked for which payment, or was asked last: at most one, whatever window asks. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type Tables = {
  co_signing: { sandbox_id: string; payment_id: string; customer_id: string; challenge_id: string; content_hash: string };
};

export interface AskedFor {
  readonly sandboxId: string;
  readonly paymentId: string;
  /** Who is asked. */
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

/** Puts a challenge in the place of the one that was read. False: another call was faster. */
export async function writeAsked(tx: Tx, { sandboxId, paymentId, customerId }: AskedFor, asked: Asked, instead: Asked | undefined): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into co_signing (sandbox_id, payment_id, customer_id, challenge_id, content_hash)
    values (${sandboxId}, ${paymentId}, ${customerId}, ${asked.challengeId}, ${asked.contentHash})
    on conflict (payment_id, customer_id) do update set challenge_id = excluded.challenge_id, content_hash = excluded.content_hash
    where co_signing.challenge_id = ${instead?.challengeId ?? null}`.execute(tx);
  return numAffectedRows === 1n;
}

/** An approval that came to nothing is not used later. */
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
