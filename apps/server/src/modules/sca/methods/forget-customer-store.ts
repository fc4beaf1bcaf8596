/** What this module keeps of test customers: blocked methods, which a reset lifts, and challenges, which go with their sandbox. */
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  method_attempt: { sandbox_id: string; customer_id: string };
  challenge: { sandbox_id: string };
};

export async function liftBlocks(tx: Tx, owner: { readonly sandboxId: string; readonly customerId: string }): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('method_attempt')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .execute();
}

/** Sign-ins refer to challenges and must be gone before. */
export async function forgetSandboxChallenges(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('method_attempt').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('challenge').where('sandbox_id', '=', sandboxId).execute();
}
