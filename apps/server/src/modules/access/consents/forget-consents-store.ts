/**
 * Deletes old consents and the trace of their use, in small pieces and in every sandbox alike. Rows that another server is deleting are
 * left to it.
 */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantOffset } from '#platform/tenant/tenant-time.ts';

/**
 * Consents asked for at `before`, by real time and by that of the sandbox, with all that belongs to them. They must be over by then,
 * signed or not. Answers how many, at most `limit`.
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

/** Readings of the days up to `before`. A consent that was used then must be over. Answers how many rows, at most `limit`. */
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
