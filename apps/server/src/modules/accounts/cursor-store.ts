/** Records used cursors. One statement decides, so that of two concurrent uses, also on two servers, one succeeds. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

interface CursorUse {
  readonly cursorId: string;
  readonly sandboxId: string;
  /** Id of the consent or statement. */
  readonly authorityId: string;
  /** `X-Request-ID`. */
  readonly requestId: string;
}

interface RepeatLimits {
  /** How often, and how long after the first time, the request that used the cursor may be repeated. */
  readonly repeatsMax: number;
  readonly repeatSeconds: number;
}

const upsertUse = prepared(
  (_reader, given: Given<CursorUse & RepeatLimits>) => sql<{ cursor_id: string }>`
    insert into transactions_cursor as known (cursor_id, sandbox_id, authority_id, request_id)
    values (${given.cursorId}::text, ${given.sandboxId}::text, ${given.authorityId}::text, ${given.requestId}::text)
    on conflict (cursor_id) do update set repeats = known.repeats + 1
      where known.request_id = excluded.request_id and known.repeats < ${given.repeatsMax}::integer
        and known.used_at > now() - ${given.repeatSeconds}::float8 * interval '1 second'
    returning cursor_id`,
);

/** False: another request has used the cursor, or this one was repeated too often or too late. */
export async function recordCursorUse(tx: Tx, use: CursorUse & RepeatLimits): Promise<boolean> {
  return (await upsertUse(tx, use)).rows.length > 0;
}

type CursorTables = { transactions_cursor: { sandbox_id: string } };

/** Deletes the used cursors of a sandbox. */
export async function forgetSandboxCursors(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<CursorTables>().deleteFrom('transactions_cursor').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes cursors used before `before` (real time). Their day is over, so they are already invalid. Returns the number, at most `limit`. */
export async function forgetOldCursors(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select cursor_id from transactions_cursor where used_at <= ${before}::timestamptz order by used_at limit ${limit} for update skip locked
    )
    delete from transactions_cursor using old where transactions_cursor.cursor_id = old.cursor_id`.execute(tx);
  return Number(numAffectedRows);
}
