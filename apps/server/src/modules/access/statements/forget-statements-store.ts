/** Deletes old statements, in small pieces and in every sandbox alike. Rows that another server is deleting are left to it. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantOffset } from '#platform/tenant/tenant-time.ts';

/** Those asked for at `before`, by real time and by that of the sandbox: over for long. Answers how many, at most `limit`. */
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
