/** Deletes expired sign-ups, codes, sessions, browsers, external sign-ins, half sign-ins and allowances, in small batches. */
import { DEVELOPER_SESSION_IDLE_SECONDS, DEVELOPER_SESSION_TOTAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DEVICE_SECONDS } from './identity-cookies.ts';

/** Table, its key, and the expiry of a row. */
const ENDINGS = [
  { table: 'developer_sign_up', key: sql`token_hash`, over: sql`expires_at` },
  { table: 'developer_reset_code', key: sql`address_digest, browser_hash`, over: sql`expires_at` },
  { table: 'developer_social_sign_in', key: sql`state_hash`, over: sql`expires_at` },
  { table: 'developer_half_sign_in', key: sql`browser_hash`, over: sql`expires_at` },
  { table: 'developer_factor_setup', key: sql`session_hash`, over: sql`expires_at` },
  { table: 'spent_allowance', key: sql`key`, over: sql`expires_at` },
  {
    table: 'developer_session',
    key: sql`session_hash`,
    over: sql`least(last_seen_at + ${DEVELOPER_SESSION_IDLE_SECONDS} * interval '1 second', started_at + ${DEVELOPER_SESSION_TOTAL_SECONDS} * interval '1 second')`,
  },
  { table: 'developer_device', key: sql`device_hash, developer_id`, over: sql`last_seen_at + ${DEVICE_SECONDS} * interval '1 second'` },
] as const;

/** @param before real time. @returns the number of deleted rows, at most `limit` of each table. */
export async function forgetOldIdentity(tx: Tx, before: Date, limit: number): Promise<number> {
  let total = 0;
  for (const { table, key, over } of ENDINGS) {
    const { numAffectedRows = 0n } = await sql`
      with old as materialized (
        select ${key} from ${sql.table(table)} where ${over} <= ${before}::timestamptz limit ${limit} for update skip locked
      )
      delete from ${sql.table(table)} where (${key}) in (select ${key} from old)`.execute(tx);
    total += Number(numAffectedRows);
  }
  return total;
}
