/** Deletes expired artifacts of the authorization server, in small batches and in all sandboxes. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { furthestOffset, tenantOffset } from '#platform/tenant/tenant-time.ts';

/**
 *
 * @param before real time by which the artifact had expired; expiries are tenant time, so each sandbox's offset is added.
 * @returns how many were deleted, at most `limit`. Rows that another server has locked are skipped.
 */
export async function forgetOldArtifacts(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select artifact.model, artifact.id_hash from oauth_artifact as artifact
      where artifact.expires_at <= ${before}::timestamptz + ${tenantOffset(sql.ref('artifact.sandbox_id'))}
        -- Follows from it, and is what the index knows: without it all that is still valid would be looked at each time.
        and artifact.expires_at <= ${before}::timestamptz + ${furthestOffset}
      limit ${limit} for update of artifact skip locked
    )
    delete from oauth_artifact using old where oauth_artifact.model = old.model and oauth_artifact.id_hash = old.id_hash`.execute(tx);
  return Number(numAffectedRows);
}
