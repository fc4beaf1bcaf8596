/** Proofs and assertions that were used: a proof works once, in all servers together (RFC 9449 §11.1, RFC 7523 §3). */
import { type ColumnType, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

type ProofTables = { proof_used: { proof_hash: string; expires_at: ColumnType<Date, Date, Date> } };

export interface UsedProof {
  /** False: it was used before. */
  readonly isNew: boolean;
  /** Database time, in seconds. */
  readonly now: number;
}

/** Records a proof in one statement, so that of concurrent uses exactly one is new. */
export async function useProof(db: Db, proofHash: string, keptSeconds: number): Promise<UsedProof> {
  const { rows } = await sql<UsedProof>`
    with used as (
      insert into proof_used as proof (proof_hash, expires_at) values (${proofHash}, now() + ${keptSeconds}::float8 * interval '1 second')
      on conflict (proof_hash) do update set expires_at = excluded.expires_at where proof.expires_at <= now()
      returning 1
    )
    select exists (select from used) as "isNew", extract(epoch from now())::float8 as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The use of a proof gave no row.');
  return row;
}

/** Returns how many were deleted, at most `limit`. */
export async function forgetOldProofs(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx
    .withTables<ProofTables>()
    .selectFrom('proof_used')
    .select('proof_hash')
    .where('expires_at', '<=', before)
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await tx.withTables<ProofTables>().deleteFrom('proof_used').where('proof_hash', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
