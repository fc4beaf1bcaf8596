/** The rows of reset codes: one per address and requesting browser. */
import { RESET_CODE_SECONDS, RESET_CODE_TRIES_MAX } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

export interface ResetCodeKey {
  readonly addressDigest: string;
  readonly browserHash: string;
}

/** Writes a new code for this browser; its earlier one becomes invalid. */
export async function writeResetCode(tx: Tx, { addressDigest, browserHash }: ResetCodeKey, codeDigest: string): Promise<void> {
  await sql`
    insert into developer_reset_code (address_digest, browser_hash, code_digest, expires_at)
    values (${addressDigest}, ${browserHash}, ${codeDigest}, now() + ${RESET_CODE_SECONDS}::integer * interval '1 second')
    on conflict (address_digest, browser_hash)
    do update set code_digest = excluded.code_digest, tries = 0, expires_at = excluded.expires_at`.execute(tx);
}

/** True while an attempt is worth hashing a password. */
export async function hasLiveResetCode(db: Db, { addressDigest, browserHash }: ResetCodeKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from developer_reset_code
    where address_digest = ${addressDigest} and browser_hash = ${browserHash} and tries < ${RESET_CODE_TRIES_MAX} and expires_at > now()`.execute(db);
  return rows.length === 1;
}

/** Counts one attempt and returns the digest to compare with, in one statement; undefined when none is left. */
export async function tryResetCode(tx: Tx, { addressDigest, browserHash }: ResetCodeKey): Promise<string | undefined> {
  const { rows } = await sql<{ code_digest: string }>`
    update developer_reset_code set tries = tries + 1
    where address_digest = ${addressDigest} and browser_hash = ${browserHash} and tries < ${RESET_CODE_TRIES_MAX} and expires_at > now()
    returning code_digest`.execute(tx);
  return rows[0]?.code_digest;
}

/** Deletes the codes of all browsers. */
export async function deleteResetCodes(tx: Tx, addressDigest: string): Promise<void> {
  await sql`delete from developer_reset_code where address_digest = ${addressDigest}`.execute(tx);
}
