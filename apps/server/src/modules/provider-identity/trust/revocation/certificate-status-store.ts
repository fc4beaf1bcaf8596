/** What the authorities last said of certificates. Rows exist only for certificates below a trusted authority. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { CertificateStatus } from './certificate-status.ts';

export interface KeptStatus extends CertificateStatus {
  /** The time of the authority's statement. Undefined: stored by an earlier version. */
  readonly thisUpdate: Date | undefined;
  readonly checkedAt: Date;
  readonly nextCheckAt: Date;
}

/** Hashes of a certificate, lower-case hexadecimal. A certificate has two forms with one content (`X509`). */
export interface StatusKey {
  readonly thumbprint: string;
  readonly contentHash: string;
}

interface StatusRow extends Pick<KeptStatus, 'status' | 'checkedAt' | 'nextCheckAt'> {
  readonly thisUpdate: Date | null;
  readonly revokedAt: Date | null;
  readonly reason: string | null;
}

/** The latest status of the certificate, in either form of it. */
export async function findCertificateStatus(reader: Reader, { thumbprint, contentHash }: StatusKey): Promise<KeptStatus | undefined> {
  const { rows } = await sql<StatusRow>`
    select status, this_update as "thisUpdate", checked_at as "checkedAt", next_check_at as "nextCheckAt", revoked_at as "revokedAt", reason
    from certificate_status where thumbprint = ${thumbprint} or content_hash = ${contentHash}
    order by this_update desc nulls last, checked_at desc limit 1`.execute(reader);
  const [row] = rows;
  return row && asKept(row);
}

/** By thumbprint. Certificates of which no authority was asked are absent. */
export async function listStatuses(reader: Reader, thumbprints: readonly string[]): Promise<ReadonlyMap<string, KeptStatus>> {
  const { rows } = await sql<StatusRow & { thumbprint: string }>`
    select thumbprint, status, this_update as "thisUpdate", checked_at as "checkedAt", next_check_at as "nextCheckAt", revoked_at as "revokedAt", reason
    from certificate_status where thumbprint = any(array(select unnest(${[...thumbprints]}::text[])))`.execute(reader);
  return new Map(rows.map(({ thumbprint, ...row }) => [thumbprint, asKept(row)]));
}

function asKept(row: StatusRow): KeptStatus {
  return { ...row, thisUpdate: row.thisUpdate ?? undefined, revokedAt: row.revokedAt ?? undefined, reason: row.reason ?? undefined };
}

/** Replaces the status of a certificate, unless another server stored a newer statement that says something else. Of one time the revocation counts. */
export async function storeCertificateStatus(tx: Tx, { thumbprint, contentHash }: StatusKey, kept: KeptStatus): Promise<void> {
  const { status, thisUpdate = null, checkedAt, nextCheckAt, revokedAt = null, reason = null } = kept;
  await sql`
    insert into certificate_status (thumbprint, content_hash, status, this_update, checked_at, next_check_at, revoked_at, reason)
    values (${thumbprint}, ${contentHash}, ${status}, ${thisUpdate}, ${checkedAt}, ${nextCheckAt}, ${revokedAt}, ${reason})
    on conflict (thumbprint) do update set
      content_hash = excluded.content_hash, status = excluded.status, this_update = greatest(certificate_status.this_update, excluded.this_update), checked_at = excluded.checked_at,
      next_check_at = excluded.next_check_at, revoked_at = excluded.revoked_at, reason = excluded.reason
    where certificate_status.this_update is null or certificate_status.status = excluded.status
      or (certificate_status.this_update, certificate_status.status = 'revoked') < (excluded.this_update, excluded.status = 'revoked')`.execute(tx);
}

/** Deletes at most `limit` statuses that had to be asked for again before this time. */
export async function forgetOldStatuses(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from certificate_status where thumbprint in (select thumbprint from certificate_status where next_check_at < ${before} limit ${limit})
    returning thumbprint`.execute(tx);
  return rows.length;
}
