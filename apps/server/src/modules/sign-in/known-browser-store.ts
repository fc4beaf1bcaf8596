/** Browsers in which a customer signed in before. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Owner } from '../bank/index.ts';

interface KnownBrowser extends Owner {
  readonly deviceKeyHash: string;
}

export async function rememberBrowser(tx: Tx, { deviceKeyHash, sandboxId, customerId }: KnownBrowser): Promise<void> {
  await sql`
    insert into known_browser (device_key_hash, sandbox_id, customer_id) values (${deviceKeyHash}, ${sandboxId}, ${customerId})
    on conflict (device_key_hash, customer_id) do update set last_seen_at = now()`.execute(tx);
}

export async function isKnownBrowser(reader: Reader, { deviceKeyHash, sandboxId, customerId }: KnownBrowser): Promise<boolean> {
  const { rows } = await sql`
    select 1 from known_browser
    where device_key_hash = ${deviceKeyHash} and sandbox_id = ${sandboxId} and customer_id = ${customerId}`.execute(reader);
  return rows.length === 1;
}

/** Returns the hash of the device cookie of the customer's latest browser. */
export async function findLastBrowser(reader: Reader, { sandboxId, customerId }: Owner): Promise<string | undefined> {
  const { rows } = await sql<{ deviceKeyHash: string }>`
    select device_key_hash as "deviceKeyHash" from known_browser
    where sandbox_id = ${sandboxId} and customer_id = ${customerId}
    order by last_seen_at desc, device_key_hash limit 1`.execute(reader);
  return rows[0]?.deviceKeyHash;
}

/** Browsers that were last used before. Returns how many, at most `limit`. */
export async function forgetOldBrowsers(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select device_key_hash, customer_id from known_browser
      where last_seen_at <= ${before}::timestamptz order by last_seen_at limit ${limit} for update skip locked
    )
    delete from known_browser using old
    where known_browser.device_key_hash = old.device_key_hash and known_browser.customer_id = old.customer_id`.execute(tx);
  return Number(numAffectedRows);
}
