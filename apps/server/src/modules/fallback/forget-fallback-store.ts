/** Ends sessions at a reset or a suspension, deletes them with their sandbox, and deletes old ones in small batches in all sandboxes. */
import { type ColumnType, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  fallback_session: { sandbox_id: string; customer_id: string; app_id: string; ended_at: ColumnType<Date | null, never, Date> };
  fallback_payment: { sandbox_id: string };
};

/** Ends the sessions of one customer in all applications, or of one application for all customers; sign-ins in progress can no longer open one. */
export async function endFallbackSessions(
  tx: Tx,
  whose: { readonly sandboxId: string; readonly customerId: string } | { readonly sandboxId: string; readonly appId: string },
): Promise<void> {
  const query = tx
    .withTables<Tables>()
    .updateTable('fallback_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('sandbox_id', '=', whose.sandboxId)
    .where('ended_at', 'is', null);
  await ('appId' in whose ? query.where('app_id', '=', whose.appId) : query.where('customer_id', '=', whose.customerId)).execute();
}

/** Call before the payments are deleted, because these rows refer to them. */
export async function forgetSandboxFallback(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('fallback_payment').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('fallback_session').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes sign-ins started before `before` (real time); they live for minutes only. Returns the number, at most `limit`. */
export async function forgetOldFallbackSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select sign_in_id from fallback_session where asked_at <= ${before}::timestamptz
      order by asked_at limit ${limit} for update skip locked
    )
    delete from fallback_session using old where fallback_session.sign_in_id = old.sign_in_id`.execute(tx);
  return Number(numAffectedRows);
}
