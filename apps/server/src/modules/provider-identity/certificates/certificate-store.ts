/** The rows of the certificates of applications. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { type AppCertificate, type CertificateTables, type NewAppCertificate, toCertificate } from './certificate-row.ts';
import { WARNING_DAYS, type WarningDays } from './expiry-warning.ts';

/** An application has no more, expired and revoked ones included: what is not listed would not count. */
export const LISTED_MAX = 100;

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
const msOf = (column: RawBuilder<unknown>) => sql`floor(extract(epoch from ${column}) * 1000)`;

/** {@link KnownCertificate} as the database writes it in JSON; times are milliseconds. */
export interface StoredCertificate {
  readonly certificateId: string;
  readonly sandboxId: string;
  readonly provedMs: number | null;
  readonly blockedMs: number | null;
  readonly removedMs: number | null;
  readonly isUseDue: boolean;
}

/**
 * SQL for statements that know an application and the thumbprint of a certificate: the present certificate of the application, else the one that was
 * removed last; null without one. It leaves out the large columns, because each call with a certificate reads it.
 */
export function certificateOf(appId: RawBuilder<unknown>, thumbprint: RawBuilder<unknown>): RawBuilder<StoredCertificate | null> {
  return sql`(
    select json_build_object('certificateId', certificate_id, 'sandboxId', app_certificate.sandbox_id, 'provedMs', ${msOf(sql`proved_at`)},
      'blockedMs', ${msOf(sql`blocked_at`)}, 'removedMs', ${msOf(sql`removed_at`)}, 'isUseDue', ${isUseDue})
    from app_certificate where app_certificate.app_id = ${appId} and app_certificate.thumbprint = ${thumbprint}
    order by removed_at desc nulls first limit 1)`;
}

export function toKnown(
  appId: string,
  thumbprint: string,
  { certificateId, sandboxId, provedMs, blockedMs, removedMs, isUseDue: isDue }: StoredCertificate,
): KnownCertificate {
  const dates = { provedAt: toDate(provedMs), blockedAt: toDate(blockedMs), removedAt: toDate(removedMs) };
  return { certificateId, appId, sandboxId, thumbprint, ...dates, isUseDue: isDue };
}

const toDate = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms));

const selectByThumbprint = prepared(
  (_reader, given: Given<{ appId: string; thumbprint: string }>) =>
    sql<{ found: StoredCertificate | null }>`select ${certificateOf(given.appId, given.thumbprint)} as found`,
);

/** As {@link certificateOf}. */
export async function findByThumbprint(reader: Reader, appId: string, thumbprint: string): Promise<KnownCertificate | undefined> {
  const found = (await selectByThumbprint(reader, { appId, thumbprint })).rows[0]?.found ?? undefined;
  return found && toKnown(appId, thumbprint, found);
}

/** Certificates of an application, removed ones too, with the use and dates of this one: the same certificate in another form has them. */
export async function listAlike(
  reader: Reader,
  appId: string,
  { use, notBefore, notAfter }: Pick<AppCertificate, 'use' | 'notBefore' | 'notAfter'>,
): Promise<readonly Pick<AppCertificate, 'thumbprint' | 'der'>[]> {
  const rows = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .select(['thumbprint', 'der'])
    .where('app_id', '=', appId)
    .where('use', '=', use)
    .where('not_before', '=', notBefore)
    .where('not_after', '=', notAfter)
    .execute();
  return rows.map(({ thumbprint, der }) => ({ thumbprint, der: Buffer.from(der) }));
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

export async function listExpiring(reader: Reader, until: Date, limit: number): Promise<readonly AppCertificate[]> {
  const rows = await reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .selectAll()
    .where('not_after', '>', sql<Date>`now()`)
    .where('not_after', '<=', until)
    .where('removed_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('not_after')
    .orderBy('certificate_id')
    .limit(limit)
    .execute();
  return rows.map(toCertificate);
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
