/** Ends bank sessions when a sandbox's clock is set back, and deletes a sandbox's sign-in rows. */
import { type ColumnType, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  bank_session: { sandbox_id: string; customer_id: string; ended_at: ColumnType<Date | null, never, Date> };
  known_browser: { sandbox_id: string };
  sign_in: { sandbox_id: string | null; only_sandbox_id: string | null };
};

/** Signs out all customers of the sandbox, or one of them, in every browser. */
export async function endBankSessions(
  tx: Tx,
  { sandboxId, customerId }: { readonly sandboxId: string; readonly customerId?: string },
): Promise<void> {
  let query = tx
    .withTables<Tables>()
    .updateTable('bank_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('sandbox_id', '=', sandboxId)
    .where('ended_at', 'is', null);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  await query.execute();
}

export async function forgetSandboxSignIns(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('bank_session').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('known_browser').where('sandbox_id', '=', sandboxId).execute();
  await tables
    .deleteFrom('sign_in')
    .where(({ eb, or }) => or([eb('sandbox_id', '=', sandboxId), eb('only_sandbox_id', '=', sandboxId)]))
    .execute();
}
