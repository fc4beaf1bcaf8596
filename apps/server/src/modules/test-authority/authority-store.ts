/** The rows of the authority and of the certificates that it issued. */
import type { CertificateUse } from '@portico/contract/values';
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

export type Purpose = 'root' | CertificateUse | 'server';

export interface AuthorityRow {
  readonly purpose: Purpose;
  readonly der: Buffer;
  readonly keySealed: string;
}

export interface IssuedRow {
  readonly serial: string;
  readonly sandboxId: string;
  readonly issuer: CertificateUse;
  readonly thumbprint: string;
  readonly notAfter: Date;
}

export interface Revocation {
  readonly serial: string;
  readonly revokedAt: Date;
}

type AuthorityTables = {
  test_authority: { purpose: Purpose; der: Uint8Array; key_sealed: string; created_at: ColumnType<Date, never, Date> };
  test_certificate: {
    serial: string;
    sandbox_id: string;
    issuer: CertificateUse;
    thumbprint: string;
    not_after: Date;
    revoked_at: ColumnType<Date | null, undefined, Date | null>;
  };
};

export async function listAuthority(reader: Reader): Promise<readonly AuthorityRow[]> {
  const rows = await reader.withTables<AuthorityTables>().selectFrom('test_authority').select(['purpose', 'der', 'key_sealed']).execute();
  return rows.map(({ purpose, der, key_sealed: keySealed }) => ({ purpose, der: Buffer.from(der), keySealed }));
}

/** Rows that another server has made stay as they are. */
export async function insertAuthority(tx: Tx, rows: readonly AuthorityRow[]): Promise<void> {
  for (const { purpose, der, keySealed } of rows) {
    await tx
      .withTables<AuthorityTables>()
      .insertInto('test_authority')
      .values({ purpose, der, key_sealed: keySealed })
      .onConflict((conflict) => conflict.column('purpose').doNothing())
      .execute();
  }
}

/** Does nothing when another server has replaced the certificate `before`. */
export async function replaceAuthority(tx: Tx, { purpose, der, keySealed }: AuthorityRow, before: Buffer): Promise<void> {
  await tx
    .withTables<AuthorityTables>()
    .updateTable('test_authority')
    .set({ der, key_sealed: keySealed, created_at: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('der', '=', before)
    .execute();
}

export async function insertIssued(tx: Tx, row: IssuedRow): Promise<void> {
  await tx
    .withTables<AuthorityTables>()
    .insertInto('test_certificate')
    .values({ serial: row.serial, sandbox_id: row.sandboxId, issuer: row.issuer, thumbprint: row.thumbprint, not_after: row.notAfter })
    .execute();
}

/** Revokes a certificate of a sandbox, or undoes it. Returns its serial number; undefined: the authority did not issue it for this sandbox. */
export async function setRevoked(tx: Tx, sandboxId: string, thumbprint: string, isRevoked: boolean): Promise<string | undefined> {
  const row = await tx
    .withTables<AuthorityTables>()
    .updateTable('test_certificate')
    .set({ revoked_at: isRevoked ? sql<Date>`coalesce(revoked_at, now())` : null })
    .where('sandbox_id', '=', sandboxId)
    .where('thumbprint', '=', thumbprint)
    .returning('serial')
    .executeTakeFirst();
  return row?.serial;
}

export async function findIssued(
  reader: Reader,
  issuer: CertificateUse,
  serials: readonly string[],
): Promise<ReadonlyMap<string, { readonly thumbprint: string; readonly revokedAt: Date | undefined }>> {
  if (serials.length === 0) return new Map();
  const rows = await reader
    .withTables<AuthorityTables>()
    .selectFrom('test_certificate')
    .select(['serial', 'thumbprint', 'revoked_at'])
    .where('issuer', '=', issuer)
    .where('serial', 'in', [...serials])
    .execute();
  return new Map(rows.map(({ serial, thumbprint, revoked_at: revokedAt }) => [serial, { thumbprint, revokedAt: revokedAt ?? undefined }]));
}

const selectByThumbprints = prepared((reader, given: Given<{ thumbprints: readonly string[] }>) =>
  reader
    .withTables<AuthorityTables>()
    .selectFrom('test_certificate')
    .select(['thumbprint', 'revoked_at'])
    .where(sql<boolean>`thumbprint = any(array(select unnest(${given.thumbprints}::text[])))`),
);

/**
 * SQL for statements that know the thumbprint of a certificate, as each call with a certificate does: whether the authority issued it, and when it was
 * revoked, in milliseconds. Null: the authority did not issue it.
 */
export function issuedOf(thumbprint: RawBuilder<unknown>): RawBuilder<{ readonly revokedMs: number | null } | null> {
  return sql`(select json_build_object('revokedMs', floor(extract(epoch from revoked_at) * 1000))
    from test_certificate where test_certificate.thumbprint = ${thumbprint} limit 1)`;
}

export async function findByThumbprints(
  reader: Reader,
  thumbprints: readonly string[],
): Promise<ReadonlyMap<string, { readonly revokedAt: Date | undefined }>> {
  if (thumbprints.length === 0) return new Map();
  const { rows } = await selectByThumbprints(reader, { thumbprints });
  return new Map(rows.map(({ thumbprint, revoked_at: revokedAt }) => [thumbprint, { revokedAt: revokedAt ?? undefined }]));
}

/** Changes with every revocation, and with every one that was undone. */
export async function readRevocationsVersion(reader: Reader, issuer: CertificateUse): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(max(revoked_at)::text, '') as version from test_certificate
    where issuer = ${issuer} and revoked_at is not null`.execute(reader);
  return rows[0]?.version ?? '';
}

/** Without those that ended more than a day ago (RFC 5280 §3.3). */
export async function listRevoked(reader: Reader, issuer: CertificateUse): Promise<readonly Revocation[]> {
  const rows = await reader
    .withTables<AuthorityTables>()
    .selectFrom('test_certificate')
    .select(['serial', sql<Date>`revoked_at`.as('revokedAt')])
    .where('issuer', '=', issuer)
    .where('revoked_at', 'is not', null)
    .where('not_after', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('serial')
    .execute();
  return rows;
}

export async function forgetSandboxTestCertificates(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<AuthorityTables>().deleteFrom('test_certificate').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes at most `limit` certificates that expired before this time. */
export async function forgetOldTestCertificates(tx: Tx, before: Date, limit: number): Promise<number> {
  const tables = tx.withTables<AuthorityTables>();
  const old = tables.selectFrom('test_certificate').select('serial').where('not_after', '<', before).limit(limit);
  const { numDeletedRows } = await tables.deleteFrom('test_certificate').where('serial', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
