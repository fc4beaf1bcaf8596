/** What operators read of providers: those with a row, and those that only certificates of applications name. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type AppCertificate, type CertificateTables, toCertificate } from '../certificates/certificate-row.ts';
import type { KnownProvider } from './providers.ts';

const LISTED_MAX = 1_000;
const FOUND_MAX = 100;

type Row = { organizationId: string; name: string | null; blockedAt: Date | null; certificates: number };

const KNOWN = sql`
  select organization_id as "organizationId", max(name) as name, max(blocked_at) as "blockedAt", sum(certificates)::int as certificates
  from (
    select organization_id, name, blocked_at, 0::bigint as certificates from provider
    union all
    select organization_id, null, null, count(*) filter (where removed_at is null) from app_certificate group by organization_id
  ) as known`;

export async function listKnown(reader: Reader): Promise<readonly KnownProvider[]> {
  const { rows } = await sql<Row>`${KNOWN} group by organization_id
    order by max(blocked_at) is null, organization_id collate "C" limit ${LISTED_MAX}`.execute(reader);
  return rows.map(toKnown);
}

export async function findKnown(reader: Reader, organizationId: string): Promise<KnownProvider | undefined> {
  const { rows } = await sql<Row>`${KNOWN} where organization_id = ${organizationId} group by organization_id`.execute(reader);
  return rows.map(toKnown)[0];
}

/** By the beginning of the thumbprint, or a part of `organizationIdentifier`. Removed ones are found too. */
export async function searchCertificates(reader: Reader, text: string): Promise<readonly AppCertificate[]> {
  // openssl prints thumbprints in capitals and with colons.
  const digits = text.replaceAll(':', '').toLowerCase();
  const [start, part] = [`${escapeLike(digits)}%`, `%${escapeLike(text)}%`];
  const rows = await selectCertificates(reader)
    .where((row) => row.or([row('organization_id', 'ilike', part), ...(digits === '' ? [] : [row('thumbprint', 'like', start)])]))
    .limit(FOUND_MAX)
    .execute();
  return rows.map(toCertificate);
}

/** Removed ones too. */
export async function listOfOrganization(reader: Reader, organizationId: string): Promise<readonly AppCertificate[]> {
  return (await selectCertificates(reader).where('organization_id', '=', organizationId).execute()).map(toCertificate);
}

/** Blocks the provider, and creates its row where certificates alone name it. Returns false when it was blocked before. */
export async function blockProvider(tx: Tx, provider: { providerId: string; organizationId: string; name: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into provider (provider_id, organization_id, name, blocked_at)
    values (${provider.providerId}, ${provider.organizationId}, ${provider.name}, now())
    on conflict (organization_id) do update set blocked_at = excluded.blocked_at where provider.blocked_at is null
    returning provider_id`.execute(tx);
  return rows.length > 0;
}

/** Returns false when it was not blocked. */
export async function unblockProvider(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .withTables<CertificateTables>()
    .updateTable('provider')
    .set({ blocked_at: null })
    .where('organization_id', '=', organizationId)
    .where('blocked_at', 'is not', null)
    .returning('provider_id')
    .executeTakeFirst();
  return row !== undefined;
}

const toKnown = ({ organizationId, name, blockedAt, certificates }: Row): KnownProvider => ({
  organizationId,
  name: name ?? undefined,
  blockedAt: blockedAt ?? undefined,
  certificates,
});

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function selectCertificates(reader: Reader) {
  return reader
    .withTables<CertificateTables>()
    .selectFrom('app_certificate')
    .selectAll()
    .orderBy('organization_id')
    .orderBy('created_at', 'desc')
    .orderBy('certificate_id');
}
