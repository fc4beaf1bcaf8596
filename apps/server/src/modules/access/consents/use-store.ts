/** One row for each consent, day, endpoint and resource: the counter and record of its use. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

interface Use {
  readonly sandboxId: string;
  readonly consentId: string;
  /** ISO date in the bank's time zone. */
  readonly usedOn: string;
  readonly usedAt: Date;
  readonly endpoint: string;
  readonly resource: string;
  readonly isAttended: boolean;
  /** Undefined: this use is recorded and not limited. */
  readonly limit: number | undefined;
  /** False: uses with the customer present count, too. */
  readonly isRecurring: boolean;
}

/** The row's lock orders concurrent uses, so that the limit is exact. No row is written for a consent that was withdrawn during the reading. */
const upsertUse = prepared(
  (_reader, given: Given<Use>) => sql<{ consent_id: string }>`
    insert into consent_use as known (consent_id, used_on, endpoint, resource, sandbox_id, attended, unattended, last_used_at)
    select ${given.consentId}::text, ${given.usedOn}::date, ${given.endpoint}::text, ${given.resource}::text, ${given.sandboxId}::text,
      case when ${given.isAttended}::boolean then 1 else 0 end, case when ${given.isAttended}::boolean then 0 else 1 end, ${given.usedAt}::timestamptz
    from consent where consent_id = ${given.consentId} and sandbox_id = ${given.sandboxId} and status = 'valid'
    on conflict (consent_id, used_on, endpoint, resource) do update
      set attended = known.attended + excluded.attended, unattended = known.unattended + excluded.unattended, last_used_at = excluded.last_used_at
      where ${given.limit}::integer is null
        or known.unattended + case when ${given.isRecurring}::boolean then 0 else known.attended end < ${given.limit}::integer
    returning consent_id`,
);

/** False: the limit is reached, or the consent has ended; nothing was recorded. */
export async function recordUse(tx: Tx, use: Use): Promise<boolean> {
  return (await upsertUse(tx, use)).rows.length > 0;
}
