/** Deletes old statements, in small batches and in all sandboxes. Rows that another server has locked are skipped. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantOffset } from '#platform/tenant/tenant-time.ts';

/** Deletes statements received before `before`, by real time and by the sandbox's time, which ended long ago. Returns the number, at most `limit`. */
export async function forgetOldStatements(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select statement_id from transactions_statement
      where received_at <= ${before}::timestamptz and received_at <= ${before}::timestamptz + ${tenantOffset(sql.ref('transactions_statement.sandbox_id'))}
      order by received_at limit ${limit} for update of transactions_statement skip locked
    )
    delete from transactions_statement using old where transactions_statement.statement_id = old.statement_id`.execute(tx);
  return Number(numAffectedRows);
}
