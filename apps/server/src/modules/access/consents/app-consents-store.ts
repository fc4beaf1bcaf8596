/** The consents of one application, in the status that they have at a tenant time: the next reading of an overdue consent stores its end. */
import type { ConsentStatus } from '@portico/contract';
import { BANK_COUNTRIES, CONSENT_START_SECONDS } from '@portico/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { bankDate } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Consent } from './consent.ts';
import { type ConsentOwner, fromRow, selectConsents } from './consent-store.ts';

export type ConsentApp = Pick<ConsentOwner, 'sandboxId' | 'appId'>;

export interface ConsentCount {
  readonly status: ConsentStatus;
  readonly count: number;
}

/** True for a valid consent that has expired: the rule of `dueEvent` in `consent-grant.ts`, as is {@link statusAt}. */
function isOverdue(now: Date): RawBuilder<boolean> {
  const days = BANK_COUNTRIES.map((country) => sql`when ${country} then ${bankDate(now, country)}::date`);
  const today = sql`case consent.bank_country ${sql.join(days, sql` `)} end`;
  const firstUsedOn = sql`(select min(used_on) from consent_use where consent_use.consent_id = consent.consent_id)`;
  return sql<boolean>`(consent.valid_until < ${today} or not consent.is_recurring and coalesce(${firstUsedOn} < ${today}, false))`;
}

function statusAt(now: Date): RawBuilder<ConsentStatus> {
  return sql<ConsentStatus>`case
    when consent.status = 'valid' and ${isOverdue(now)} then 'expired'
    when consent.status = 'received' and consent.authorisation_id is null
      and consent.received_at <= ${now}::timestamptz - ${CONSENT_START_SECONDS}::integer * interval '1 second' then 'rejected'
    else consent.status end`;
}

/** The consents received since `from`, most frequent status first. */
export async function countConsents(reader: Reader, { sandboxId, appId }: ConsentApp, from: Date, now: Date): Promise<ConsentCount[]> {
  const { rows } = await sql<ConsentCount>`
    select ${statusAt(now)} as status, count(*)::integer as count from consent
    where sandbox_id = ${sandboxId} and app_id = ${appId} and received_at >= ${from}::timestamptz
    group by 1 order by 2 desc, 1`.execute(reader);
  return rows;
}

/** Newest first, at most `limit`. */
export async function listValidConsents(reader: Reader, { sandboxId, appId }: ConsentApp, now: Date, limit: number): Promise<readonly Consent[]> {
  const rows = await selectConsents(reader)
    .where('sandbox_id', '=', sandboxId)
    .where('app_id', '=', appId)
    // The index of valid consents has them in this order.
    .where('status', '=', 'valid')
    .where(sql<boolean>`not ${isOverdue(now)}`)
    .orderBy('received_at', 'desc')
    .orderBy('consent_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}
