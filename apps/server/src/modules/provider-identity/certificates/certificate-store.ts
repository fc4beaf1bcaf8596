/** The rows of the certificates of applications. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { type AppCertificate, type CertificateTables, type NewAppCertificate, toCertificate } from './certificate-row.ts';
import { WARNING_DAYS, type WarningDays } from './expiry-warning.ts';

const LISTED_MAX = 100;

/** The application's certificates without the removed ones, newest first; of two that were issued together, the QWAC first. */
export async function listCertificates(reader: Reader, appId: string): Promise<readonly AppCertificate[]> {
  const rows = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .selectAll()
    .where('app_id', '=', appId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('use', 'desc')
    .orderBy('certificate_id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(toCertificate);
}

/** Undefined for a certificate of another application, and for a removed one. */
export async function findCertificate(reader: Reader, appId: string, certificateId: string): Promise<AppCertificate | undefined> {
  const row = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .selectAll()
    .where('app_id', '=', appId)
    .where('certificate_id', '=', certificateId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && toCertificate(row);
}

/** A certificate as a call needs it. */
export interface KnownCertificate
  extends Pick<AppCertificate, 'certificateId' | 'appId' | 'sandboxId' | 'thumbprint' | 'provedAt' | 'blockedAt' | 'removedAt'> {
  /** False: its last use was noted less than a minute ago. */
  readonly isUseDue: boolean;
}

const isUseDue = sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`;

const selectByThumbprint = prepared((reader, given: Given<{ appId: string; thumbprint: string }>) =>
  reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .select(['certificate_id', 'sandbox_id', 'proved_at', 'blocked_at', 'removed_at', isUseDue.as('is_use_due')])
    .where('app_id', '=', given.appId)
    .where('thumbprint', '=', given.thumbprint)
    .orderBy(sql`removed_at desc nulls first`)
    .limit(1),
);

/** The present one, else the one that was removed last. Each call with a certificate reads it, so it is without the large columns. */
export async function findByThumbprint(reader: Reader, appId: string, thumbprint: string): Promise<KnownCertificate | undefined> {
  const [row] = (await selectByThumbprint(reader, { appId, thumbprint })).rows;
  if (row === undefined) return undefined;
  const [provedAt, blockedAt, removedAt] = [row.proved_at ?? undefined, row.blocked_at ?? undefined, row.removed_at ?? undefined];
  return {
    certificateId: row.certificate_id,
    appId,
    sandboxId: row.sandbox_id,
    thumbprint,
    provedAt,
    blockedAt,
    removedAt,
    isUseDue: row.is_use_due,
  };
}

/** True when an application has uploaded this certificate and proved its key. */
export async function isProvedUpload(reader: Reader, thumbprint: string): Promise<boolean> {
  const row = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .select('certificate_id')
    .where('thumbprint', '=', thumbprint)
    .where('source', '=', 'uploaded')
    .where('proved_at', 'is not', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false when the application has this certificate already. */
export async function insertCertificate(tx: Tx, certificate: NewAppCertificate): Promise<boolean> {
  const row = await tx
    .withTables<CertificateTables>()
    .insertInto('app_certificate')
    .values({
      certificate_id: certificate.certificateId,
      sandbox_id: certificate.sandboxId,
      app_id: certificate.appId,
      thumbprint: certificate.thumbprint,
      use: certificate.use,
      der: certificate.der,
      organization_id: certificate.organizationId,
      roles: JSON.stringify(certificate.roles),
      key_type: certificate.keyType,
      not_before: certificate.notBefore,
      not_after: certificate.notAfter,
      source: certificate.source,
      ...(certificate.isProved ? { proved_at: sql<Date>`now()` } : {}),
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'thumbprint']).where('removed_at', 'is', null).doNothing())
    .returning('certificate_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeCertificate(tx: Tx, { certificateId }: AppCertificate): Promise<void> {
  await change(tx, certificateId).set({ removed_at: sql<Date>`now()` }).execute();
}

export async function setBlocked(tx: Tx, { certificateId }: AppCertificate, isBlocked: boolean): Promise<void> {
  await change(tx, certificateId)
    .set({ blocked_at: isBlocked ? sql<Date>`coalesce(blocked_at, now())` : null })
    .execute();
}

/** Returns false when it was proved before. */
export async function proveCertificate(tx: Tx, { certificateId }: Pick<AppCertificate, 'certificateId'>): Promise<boolean> {
  const row = await change(tx, certificateId)
    .set({ proved_at: sql<Date>`now()` })
    .where('proved_at', 'is', null)
    .returning('certificate_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes nothing within a minute of the last one, so that frequent calls cost no write. */
export async function noteUse(reader: Reader, { certificateId, isUseDue: isDue }: KnownCertificate): Promise<void> {
  if (isDue) await change(reader, certificateId).set({ last_used_at: sql<Date>`now()` }).where(isUseDue).execute();
}

/** By thumbprint, when the authorities of certificates revoked them; others are absent. */
export async function listRevoked(reader: Reader, thumbprints: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (thumbprints.length === 0) return new Map();
  const rows = await reader
    .withTables<CertificateTables>()
    .selectFrom('certificate_status')
    .select(['thumbprint', sql<Date>`coalesce(revoked_at, checked_at)`.as('at')])
    .where('status', '=', 'revoked')
    .where('thumbprint', 'in', [...thumbprints])
    .execute();
  return new Map(rows.map(({ thumbprint, at }) => [thumbprint, at]));
}

/** Applications with a certificate that expires by then and is neither removed nor blocked, without those that got their last mail; in the order of their ids. */
export async function listAppsWithExpiring(
  reader: Reader,
  { until, after, limit }: { readonly until: Date; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .select('app_id')
    .distinct()
    .where('not_after', '>', sql<Date>`now()`)
    .where('not_after', '<=', until)
    .where('removed_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where((row) => row.or([row('expiry_mailed_days', 'is', null), row('expiry_mailed_days', '>', Math.min(...WARNING_DAYS))]))
    .where('app_id', '>', after)
    .orderBy('app_id')
    .limit(limit)
    .execute();
  return rows.map(({ app_id }) => app_id);
}

/** False: another transaction has marked it, or removed it. */
export async function markExpiryMailed(tx: Tx, { certificateId }: AppCertificate, days: WarningDays): Promise<boolean> {
  const row = await change(tx, certificateId)
    .set({ expiry_mailed_days: days })
    .where('removed_at', 'is', null)
    .where((where) => where.or([where('expiry_mailed_days', 'is', null), where('expiry_mailed_days', '>', days)]))
    .returning('certificate_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetSandboxCertificates(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<CertificateTables>().deleteFrom('app_certificate').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes at most `limit` certificates that expired before this time. */
export async function forgetOldCertificates(tx: Tx, before: Date, limit: number): Promise<number> {
  const tables = tx.withTables<CertificateTables>();
  const old = tables.selectFrom('app_certificate').select('certificate_id').where('not_after', '<', before).limit(limit);
  const { numDeletedRows } = await tables.deleteFrom('app_certificate').where('certificate_id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function change(reader: Reader, certificateId: string) {
  return reader.withTables<CertificateTables>().updateTable('app_certificate').where('certificate_id', '=', certificateId);
}
