/** The sandbox's own row, as far as seeding needs it. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type SandboxTables = {
  sandbox: { id: string; name: string };
};

/** Makes the sandbox unless it exists and locks it until the transaction ends. */
export async function lockSandbox(tx: Tx, sandbox: { sandboxId: string; name: string }): Promise<void> {
  const sandboxes = tx.withTables<SandboxTables>();
  // Another server may be filling it at this moment: that takes longer than any request would wait. Payments in it hold nobody up.
  await sql`set local lock_timeout = '10s'`.execute(tx);
  const present = await sandboxes.selectFrom('sandbox').select('id').where('id', '=', sandbox.sandboxId).forNoKeyUpdate().executeTakeFirst();
  if (present !== undefined) return;
  await sandboxes
    .insertInto('sandbox')
    .values({ id: sandbox.sandboxId, name: sandbox.name })
    // Two servers started at once; the update changes nothing, it waits for the other's row and locks it.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: sandbox.sandboxId }))
    .execute();
}
