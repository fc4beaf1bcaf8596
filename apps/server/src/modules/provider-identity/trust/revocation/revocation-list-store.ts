/** Lists of revoked certificates that calls have used. Rows exist only for authorities below a trusted one. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

/** A list whose signature was verified. Thumbprints are SHA-256 of the DER form, lower-case hexadecimal. */
export interface RevocationList {
  /** Thumbprint of the authority that signed it. */
  readonly issuer: string;
  readonly url: string;
  readonly issuerDer: Uint8Array;
  /** Thumbprint of the trusted authority whose hosts may be asked. */
  readonly anchor: string;
  readonly der: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly fetchedAt: Date;
}

export type KeptList = Pick<RevocationList, 'der' | 'thisUpdate'>;

export type RefreshedList = Pick<RevocationList, 'issuer' | 'url' | 'issuerDer' | 'anchor' | 'nextUpdate'>;

/** How exactly the last use of a list is recorded. */
const USE_SECONDS = 3_600;

/** Records the use of the list. */
export async function findList(tx: Tx, { issuer, url }: Pick<RevocationList, 'issuer' | 'url'>, now: Date): Promise<KeptList | undefined> {
  await sql`
    update revocation_list set used_at = ${now}
    where issuer = ${issuer} and url = ${url} and used_at < ${new Date(now.getTime() - USE_SECONDS * 1_000)}`.execute(tx);
  const { rows } =
    await sql<KeptList>`select der, this_update as "thisUpdate" from revocation_list where issuer = ${issuer} and url = ${url}`.execute(tx);
  return rows[0];
}

/** Replaces a list, unless the kept one is newer: an older list does not name the latest revocations. */
export async function storeList(tx: Tx, { issuer, url, issuerDer, anchor, der, thisUpdate, nextUpdate, fetchedAt }: RevocationList): Promise<void> {
  await sql`
    insert into revocation_list (issuer, url, issuer_der, anchor, der, this_update, next_update, fetched_at, used_at)
    values (${issuer}, ${url}, ${Buffer.from(issuerDer)}, ${anchor}, ${Buffer.from(der)}, ${thisUpdate}, ${nextUpdate}, ${fetchedAt}, ${fetchedAt})
    on conflict (issuer, url) do update set
      anchor = excluded.anchor, der = excluded.der, this_update = excluded.this_update, next_update = excluded.next_update,
      fetched_at = excluded.fetched_at
    where revocation_list.this_update <= excluded.this_update`.execute(tx);
}

/** Lists that calls used since a time and that were fetched before another, or that run out before a third: the oldest first. */
export async function listDue(
  reader: Reader,
  { usedSince, fetchedBefore, endsBefore, limit }: Readonly<Record<'usedSince' | 'fetchedBefore' | 'endsBefore', Date>> & { readonly limit: number },
): Promise<readonly RefreshedList[]> {
  const { rows } = await sql<RefreshedList>`
    select issuer, url, issuer_der as "issuerDer", anchor, next_update as "nextUpdate" from revocation_list
    where used_at >= ${usedSince} and (fetched_at < ${fetchedBefore} or next_update < ${endsBefore})
    order by fetched_at limit ${limit}`.execute(reader);
  return rows;
}

/** Deletes at most `limit` lists that no call used since this time. */
export async function forgetOldLists(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from revocation_list where (issuer, url) in (select issuer, url from revocation_list where used_at < ${before} limit ${limit})
    returning url`.execute(tx);
  return rows.length;
}
