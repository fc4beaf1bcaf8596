/** The challenges that a sign-out ends, in the order of their ids. */
import type { ChallengeState } from '@portico/contract';
import { APPROVAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  challenge: {
    challenge_id: string;
    sandbox_id: string;
    customer_id: string;
    device_key_hash: string;
    state: ChallengeState;
    created_at: Date;
    used_at: Date | null;
  };
};

/** The challenges of a customer that wait for the device, or whose approval can still be used. */
export async function listUsable(tx: Tx, customerId: string): Promise<readonly string[]> {
  const rows = await selectIds(tx)
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['started', 'approved'])
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${APPROVAL_SECONDS}::integer * interval '1 second'`)
    .execute();
  return rows.map((row) => row.challenge_id);
}

/** The challenges of one customer that were asked for in one browser. */
export interface WhoseChallenges {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly deviceKeyHash: string;
}

/** The challenges that wait for the device. */
export async function listWaiting(tx: Tx, { sandboxId, customerId, deviceKeyHash }: WhoseChallenges): Promise<readonly string[]> {
  const rows = await selectIds(tx)
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', '=', customerId)
    .where('device_key_hash', '=', deviceKeyHash)
    .where('state', '=', 'started')
    .execute();
  return rows.map((row) => row.challenge_id);
}

const selectIds = (tx: Tx) => tx.withTables<Tables>().selectFrom('challenge').select('challenge_id').orderBy('challenge_id');
