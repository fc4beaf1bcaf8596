/** Stores responses by application and `X-Request-ID`, so that a repeated request gets the first response. */
import { type ColumnType, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Idempotency } from './run-write.ts';

type IdempotencyTables<Answer> = {
  idempotent_answer: { scope: string; key: string; digest: string; answer: ColumnType<Answer, string, string> };
};

/** The same key was used for another request. The caller must choose a new `X-Request-ID`. */
export class IdempotencyConflict extends Error {
  override readonly name = 'IdempotencyConflict';
}

/**
 * Claims the key for this transaction, and waits for a running one with the same key. Returns the earlier result if there is one. After `undefined`,
 * the caller does the work and calls {@link storeAnswer}.
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
 * Deletes responses stored at `before` or earlier (real time). The same key then counts as a new request.
 * @returns the number deleted, at most `limit`. Rows that another server is deleting are skipped.
 */
export async function forgetOldAnswers(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select scope, key from idempotent_answer where created_at <= ${before}::timestamptz order by created_at limit ${limit} for update skip locked
    )
    delete from idempotent_answer using old where idempotent_answer.scope = old.scope and idempotent_answer.key = old.key`.execute(tx);
  return Number(numAffectedRows);
}
