/** Answers kept per application and `X-Request-ID`, so that a repeated request gets the first answer. */
import { type ColumnType, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Idempotency } from './run-write.ts';

type IdempotencyTables<Answer> = {
  idempotent_answer: { scope: string; key: string; digest: string; answer: ColumnType<Answer, string, string> };
};

/** The same key came with another request: the caller must choose a new `X-Request-ID`. */
export class IdempotencyConflict extends Error {
  override readonly name = 'IdempotencyConflict';
}

/**
 * Claims the key for this transaction, waiting for a running one with the same key.
 * Answers the earlier result when there is one, otherwise `undefined`: do the work, then {@link storeAnswer}.
 */
export async function claimAnswer<Answer>(tx: Tx, { scope, key, digest }: Idempotency): Promise<{ answer: Answer } | undefined> {
  const claimed = await tx
    .withTables<IdempotencyTables<unknown>>()
    .insertInto('idempotent_answer')
    .values({ scope, key, digest, answer: 'null' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;
  const earlier = await tx
    .withTables<IdempotencyTables<Answer>>()
    .selectFrom('idempotent_answer')
    .select(['digest', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.digest !== digest) throw new IdempotencyConflict('The request id was used for another request.');
  return { answer: earlier.answer };
}

export async function storeAnswer(tx: Tx, { scope, key }: Idempotency, answer: unknown): Promise<void> {
  await tx
    .withTables<IdempotencyTables<unknown>>()
    .updateTable('idempotent_answer')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

/**
 * Deletes answers that were stored at `before` or earlier (real time); the same key then counts as a new request.
 * @returns how many, at most `limit`. Rows that another server is deleting are left to it.
 */
export async function forgetOldAnswers(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select scope, key from idempotent_answer where created_at <= ${before}::timestamptz order by created_at limit ${limit} for update skip locked
    )
    delete from idempotent_answer using old where idempotent_answer.scope = old.scope and idempotent_answer.key = old.key`.execute(tx);
  return Number(numAffectedRows);
}
