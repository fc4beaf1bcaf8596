/** What decides whether a challenge may start, in one reading. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import { type MethodAttemptTables, type MethodOwner, toAttempts } from './method-attempt-store.ts';
import type { MethodAttempts } from './method-block.ts';

export interface StartConditions {
  /** Database time. */
  readonly now: Date;
  readonly tenantNow: Date;
  readonly attempts: MethodAttempts;
}

const select = prepared((reader, given: Given<MethodOwner>) =>
  reader
    .withTables<MethodAttemptTables>()
    .selectFrom(sql<{ now: Date; tenant_now: Date | null }>`(select now() as now, ${tenantNow(sql`${given.sandboxId}`)} as tenant_now)`.as('time'))
    .leftJoin('method_attempt', (join) =>
      join
        .on('method_attempt.sandbox_id', '=', given.sandboxId)
        .on('method_attempt.customer_id', '=', given.customerId)
        .on('method_attempt.method', '=', given.method),
    )
    .select(['now', 'tenant_now', 'failures', 'blocked_until', 'stranger_failures', 'stranger_blocked_until']),
);

/** @throws Error when there is no such sandbox. */
export async function readStartConditions(
  tx: Tx,
  { isKnownBrowser, ...asked }: MethodOwner & { readonly isKnownBrowser: boolean },
): Promise<StartConditions> {
  const [row] = (await select(tx, asked)).rows;
  if (row?.tenant_now == null) throw new Error(`There is no sandbox ${asked.sandboxId}.`);
  const { now, tenant_now: tenantNow, failures, blocked_until, stranger_failures, stranger_blocked_until } = row;
  const counted =
    failures === null || stranger_failures === null ? undefined : { failures, blocked_until, stranger_failures, stranger_blocked_until };
  return { now, tenantNow, attempts: toAttempts(counted, isKnownBrowser) };
}
