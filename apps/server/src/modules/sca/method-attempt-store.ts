/** Failures in a row of one customer with one method. */
import type { AuthMethod } from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type MethodAttempts, NO_ATTEMPTS } from './method-block.ts';

type MethodAttemptTables = {
  method_attempt: { sandbox_id: string; customer_id: string; method: AuthMethod; failures: number; blocked_until: Date | null };
};

export interface MethodOwner {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly method: AuthMethod;
}

export async function findAttempts(reader: Reader, owner: MethodOwner): Promise<MethodAttempts> {
  const row = await selectAttempts(reader, owner).executeTakeFirst();
  return row === undefined ? NO_ATTEMPTS : { failures: row.failures, blockedUntil: row.blocked_until ?? undefined };
}

/** Reads and locks until the transaction ends, so that outcomes of challenges that run side by side are counted one by one. */
export async function lockAttempts(tx: Tx, owner: MethodOwner): Promise<MethodAttempts> {
  const row = await tx
    .withTables<MethodAttemptTables>()
    .insertInto('method_attempt')
    .values({ sandbox_id: owner.sandboxId, customer_id: owner.customerId, method: owner.method, failures: 0, blocked_until: null })
    // The empty update is what locks a row that exists already.
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'customer_id', 'method']).doUpdateSet({ method: owner.method }))
    .returning(['failures', 'blocked_until'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, blockedUntil: row.blocked_until ?? undefined };
}

export async function writeAttempts(tx: Tx, owner: MethodOwner, attempts: MethodAttempts): Promise<void> {
  await tx
    .withTables<MethodAttemptTables>()
    .updateTable('method_attempt')
    .set({ failures: attempts.failures, blocked_until: attempts.blockedUntil ?? null })
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .where('method', '=', owner.method)
    .execute();
}

function selectAttempts(reader: Reader, owner: MethodOwner) {
  return reader
    .withTables<MethodAttemptTables>()
    .selectFrom('method_attempt')
    .select(['failures', 'blocked_until'])
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .where('method', '=', owner.method);
}
