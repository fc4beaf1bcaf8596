/** Deletes old consents and the records of their use, in small batches and in all sandboxes. Rows that another server has locked are skipped. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantOffset } from '#platform/tenant/tenant-time.ts';

/**
 * Deletes consents received before `before`, by real time and by the sandbox's time, with all dependent rows. They must have ended by then, signed
 * or not. Returns the number, at most `limit`.
 */
export async function forgetOldConsents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select consent_id from consent
      where received_at <= ${before}::timestamptz and received_at <= ${before}::timestamptz + ${tenantOffset(sql.ref('consent.sandbox_id'))}
      order by received_at limit ${limit} for update of consent skip locked
    ),
    uses as (delete from consent_use using old where consent_use.consent_id = old.consent_id),
    accounts as (delete from consent_account using old where consent_account.consent_id = old.consent_id)
    delete from consent using old where consent.consent_id = old.consent_id`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes records of use up to the day of `before`; consents used then must have ended. Returns the number of rows, at most `limit`. */
export async function forgetOldConsentUse(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select consent_id, used_on, endpoint, resource from consent_use
      where used_on <= (${before}::timestamptz at time zone 'UTC')::date
      order by used_on limit ${limit} for update skip locked
    )
    delete from consent_use using old
    where consent_use.consent_id = old.consent_id and consent_use.used_on = old.used_on
      and consent_use.endpoint = old.endpoint and consent_use.resource = old.resource`.execute(tx);
  return Number(numAffectedRows);
}
