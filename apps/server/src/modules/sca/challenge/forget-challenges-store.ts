/** Deletes challenges after their retention period, in batches and in all sandboxes, because they name the customer and the payee. */
import { type Expression, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * @param before real time by which the challenge was over; answered or not, none outlives its expiry.
 * @param neededElsewhere conditions on a row of `challenge`, from the modules that refer to challenges; a row that meets one stays.
 * @returns how many were deleted, at most `limit`. Rows that another server is deleting are left to it.
 */
export async function forgetOldChallenges(tx: Tx, before: Date, limit: number, neededElsewhere: readonly Expression<boolean>[]): Promise<number> {
  const isNeeded = sql.join([sql`false`, ...neededElsewhere], sql` or `);
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select challenge_id from challenge
      where expires_at <= ${before}::timestamptz and not (${isNeeded})
      order by expires_at limit ${limit} for update of challenge skip locked
    )
    delete from challenge using old where challenge.challenge_id = old.challenge_id`.execute(tx);
  return Number(numAffectedRows);
}
