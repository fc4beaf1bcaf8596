/** Challenges that end before their time, in the order of their ids. */
import type { ChallengeState } from '@portico/contract';
import { APPROVAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
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

interface TimedOut {
  readonly challengeId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly auditChain: string | null;
}

/** Locks the challenges among these that have not ended, and ends those whose answer is not due. @returns `due`: those whose answer is. */
export async function timeOutRunning(
  tx: Tx,
  challengeIds: readonly string[],
): Promise<{ readonly ended: readonly TimedOut[]; readonly due: readonly string[] }> {
  const { rows } = await sql<TimedOut & { isEnded: boolean }>`
    with running as materialized (
      select challenge_id, sandbox_id, customer_id, audit_chain, coalesce(answers_at > now(), true) as is_ended
      from challenge where challenge_id = ${anyOf(sql.val(challengeIds))} and state = 'started'
      order by challenge_id for update
    ), ended as (
      update challenge set state = 'timedOut', ended_at = now()
      from running where challenge.challenge_id = running.challenge_id and is_ended
    )
    select challenge_id as "challengeId", sandbox_id as "sandboxId", customer_id as "customerId", audit_chain as "auditChain", is_ended as "isEnded"
    from running order by challenge_id`.execute(tx);
  return { ended: rows.filter(({ isEnded }) => isEnded), due: rows.filter(({ isEnded }) => !isEnded).map(({ challengeId }) => challengeId) };
}

const selectIds = (tx: Tx) => tx.withTables<Tables>().selectFrom('challenge').select('challenge_id').orderBy('challenge_id');
