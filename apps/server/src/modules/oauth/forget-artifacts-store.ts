/** Deletes what the authorization server kept and nobody can use any more, in small pieces and in every sandbox alike. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { furthestOffset, tenantOffset } from '#platform/tenant/tenant-time.ts';

/**
 * @param before real time by which the artifact had expired; each sandbox's own clock is added, as expiries are tenant time.
 * @returns how many were deleted, at most `limit`. Rows that another server is deleting are left to it.
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
