/** One row for each consent, day, endpoint and resource: the counter and record of its use. */
import type { ReadingKind } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

interface Use {
  readonly sandboxId: string;
  readonly consentId: string;
  /** ISO date in the bank's time zone. */
  readonly usedOn: string;
  readonly usedAt: Date;
  readonly endpoint: ReadingKind;
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

/** The uses of one day, endpoint and account. */
export interface DayOfUse {
  /** ISO date in the bank's time zone. */
  readonly usedOn: string;
  readonly endpoint: ReadingKind;
  /** Empty: the list of accounts. */
  readonly accountId: string;
  readonly attended: number;
  readonly unattended: number;
  /** Tenant time. */
  readonly lastUsedAt: Date;
}

/** The uses of the latest `days` days that have any, the latest day first. `before`: only days before this ISO date, which need not exist. */
export async function listDaysOfUse(
  reader: Reader,
  { sandboxId, consentId }: { readonly sandboxId: string; readonly consentId: string },
  { before, days }: { readonly before: string | undefined; readonly days: number },
): Promise<readonly DayOfUse[]> {
  const earlier = before === undefined ? sql`true` : sql`used_on::text < ${before}`;
  const { rows } = await sql<DayOfUse>`
    with day as (
      select distinct used_on from consent_use
      where consent_id = ${consentId} and sandbox_id = ${sandboxId} and ${earlier} order by used_on desc limit ${days}
    )
    select used_on as "usedOn", endpoint, split_part(resource, '/', 1) as "accountId",
      sum(attended)::integer as attended, sum(unattended)::integer as unattended, max(last_used_at) as "lastUsedAt"
    from consent_use join day using (used_on)
    where consent_id = ${consentId} and sandbox_id = ${sandboxId}
    group by used_on, endpoint, split_part(resource, '/', 1)
    order by used_on desc, max(last_used_at) desc, endpoint, split_part(resource, '/', 1)`.execute(reader);
  return rows;
}

/** All stored uses of one endpoint and account with one consent. */
export interface SumOfUse extends Omit<DayOfUse, 'usedOn'> {
  readonly consentId: string;
  /** ISO dates in the bank's time zone. */
  readonly firstUsedOn: string;
  readonly lastUsedOn: string;
}

/** The uses of many consents of one sandbox, each endpoint and account once, the latest first. */
export async function sumUse(reader: Reader, sandboxId: string, consentIds: readonly string[]): Promise<readonly SumOfUse[]> {
  const { rows } = await sql<SumOfUse>`
    select consent_id as "consentId", endpoint, split_part(resource, '/', 1) as "accountId", min(used_on) as "firstUsedOn",
      max(used_on) as "lastUsedOn", sum(attended)::integer as attended, sum(unattended)::integer as unattended, max(last_used_at) as "lastUsedAt"
    from consent_use where sandbox_id = ${sandboxId} and consent_id in (select unnest(${[...consentIds]}::text[]))
    group by consent_id, endpoint, split_part(resource, '/', 1)
    order by max(last_used_at) desc, endpoint, split_part(resource, '/', 1)`.execute(reader);
  return rows;
}

/** Of the most used account, or transaction, of one endpoint on one day. */
export interface MostUsed {
  readonly consentId: string;
  readonly endpoint: ReadingKind;
  readonly unattended: number;
  /** Attended and unattended. */
  readonly all: number;
}

/** The uses of each consent on its day. */
export async function listMostUsed(
  reader: Reader,
  sandboxId: string,
  uses: readonly { readonly consentId: string; readonly usedOn: string }[],
): Promise<readonly MostUsed[]> {
  const [consentIds, days] = [uses.map(({ consentId }) => consentId), uses.map(({ usedOn }) => usedOn)];
  const { rows } = await sql<MostUsed>`
    select consent_id as "consentId", endpoint, max(unattended) as unattended, max(attended + unattended) as "all"
    from consent_use join unnest(${consentIds}::text[], ${days}::date[]) as wanted (consent_id, used_on) using (consent_id, used_on)
    where sandbox_id = ${sandboxId} group by consent_id, endpoint`.execute(reader);
  return rows;
}
