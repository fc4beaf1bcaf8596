/**
 * The one sign-in that asks for an identity at a time. The key is a digest of the country, the method and what was typed, whether or not a
 * customer is behind it.
 */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

export interface OpenRequest {
  readonly signInId: string;
  readonly deviceKeyHash: string;
  readonly secondsLeft: number;
  /** Its end, exactly as stored. It changes when the device is asked (`renewRequest`). */
  readonly until: string;
}

export async function findOpenRequest(reader: Reader, identityDigest: string): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`
    select sign_in_id as "signInId", device_key_hash as "deviceKeyHash",
      ceil(extract(epoch from expires_at - now()))::integer as "secondsLeft", expires_at::text as "until"
    from sign_in_request where identity_digest = ${identityDigest} and expires_at > now()`.execute(reader);
  return rows[0];
}

/** Takes the place of the request that was read, or of none. False: another request took it first, or the one that was read has asked the device. */
export async function claimRequest(
  reader: Reader,
  claim: { readonly identityDigest: string; readonly signInId: string; readonly deviceKeyHash: string; readonly seconds: number },
  replaced: OpenRequest | undefined,
): Promise<boolean> {
  const { identityDigest, signInId, deviceKeyHash, seconds } = claim;
  const until = sql`now() + ${seconds}::integer * interval '1 second'`;
  const { rows } = await sql`
    insert into sign_in_request (identity_digest, sign_in_id, device_key_hash, expires_at)
    values (${identityDigest}, ${signInId}, ${deviceKeyHash}, ${until})
    on conflict (identity_digest) do update
    set sign_in_id = ${signInId}, device_key_hash = ${deviceKeyHash}, expires_at = ${until}
    where sign_in_request.expires_at <= now() or sign_in_request.sign_in_id = ${signInId}
      or (sign_in_request.sign_in_id = ${replaced?.signInId ?? signInId} and sign_in_request.expires_at = ${replaced?.until ?? null}::timestamptz)
    returning identity_digest`.execute(reader);
  return rows.length === 1;
}

/**
 * Call it in the transaction that asks the device. False: another request has taken the place of this one, and nothing may be asked. After true no
 * other can take the place before the transaction ends, and none that read the request before.
 */
export async function renewRequest(
  tx: Tx,
  { identityDigest, signInId, seconds }: { readonly identityDigest: string; readonly signInId: string; readonly seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update sign_in_request set expires_at = greatest(now() + ${seconds}::integer * interval '1 second', expires_at + interval '1 microsecond')
    where identity_digest = ${identityDigest} and sign_in_id = ${signInId} returning identity_digest`.execute(tx);
  return rows.length === 1;
}

/** Returns the digests of the identities that this sign-in asked for. */
export async function deleteRequests(reader: Reader, signInId: string, except = ''): Promise<readonly string[]> {
  const { rows } = await sql<{ digest: string }>`
    delete from sign_in_request where sign_in_id = ${signInId} and identity_digest <> ${except} returning identity_digest as digest`.execute(reader);
  return rows.map(({ digest }) => digest);
}

/** Requests that were over before. Returns how many, at most `limit`. */
export async function forgetOldRequestsOfIdentities(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select identity_digest from sign_in_request where expires_at <= ${before}::timestamptz limit ${limit} for update skip locked
    )
    delete from sign_in_request using old where sign_in_request.identity_digest = old.identity_digest`.execute(tx);
  return Number(numAffectedRows);
}
