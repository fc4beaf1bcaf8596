/** Failures in a row of one customer with one method. */
import type { AuthMethod } from '@portico/contract';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { type MethodAttempts, NO_ATTEMPTS } from './method-block.ts';

export type MethodAttemptTables = {
  method_attempt: { sandbox_id: string; customer_id: string; method: AuthMethod; failures: number; blocked_until: Date | null };
};

export interface MethodOwner {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly method: AuthMethod;
}

const upsertAttempts = prepared((reader, given: Given<MethodOwner>) =>
  reader
    .withTables<MethodAttemptTables>()
    .insertInto('method_attempt')
    .values({ sandbox_id: given.sandboxId, customer_id: given.customerId, method: given.method, failures: 0, blocked_until: null })
    // The empty update is what locks a row that exists already.
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'customer_id', 'method']).doUpdateSet({ method: given.method }))
    .returning(['failures', 'blocked_until']),
);

/** Reads and locks until the transaction ends, so that outcomes of challenges that run side by side are counted one by one. */
export async function lockAttempts(tx: Tx, owner: MethodOwner): Promise<MethodAttempts> {
  return toAttempts((await upsertAttempts(tx, owner)).rows[0]);
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

export function toAttempts(row: Pick<MethodAttemptTables['method_attempt'], 'failures' | 'blocked_until'> | undefined): MethodAttempts {
  return row === undefined ? NO_ATTEMPTS : { failures: row.failures, blockedUntil: row.blocked_until ?? undefined };
}
