/** The rows of providers. */
import type { Reader, Tx } from '#platform/db/database.ts';
import { type CertificateTables, type Provider, toProvider } from './certificate-row.ts';

export async function findProviderOfDeveloper(reader: Reader, developerId: string): Promise<Provider | undefined> {
  const row = await select(reader).where('developer_id', '=', developerId).executeTakeFirst();
  return row && toProvider(row);
}

export async function findProvider(reader: Reader, providerId: string): Promise<Provider | undefined> {
  const row = await select(reader).where('provider_id', '=', providerId).executeTakeFirst();
  return row && toProvider(row);
}

export async function findProviderByOrganization(reader: Reader, organizationId: string): Promise<Provider | undefined> {
  const row = await select(reader).where('organization_id', '=', organizationId).executeTakeFirst();
  return row && toProvider(row);
}

/** Locks the row until the transaction ends, so that registrations of one provider run one after another. */
export async function lockProvider(tx: Tx, organizationId: string): Promise<Provider | undefined> {
  const row = await select(tx).where('organization_id', '=', organizationId).forUpdate().executeTakeFirst();
  return row && toProvider(row);
}

/** Does nothing when the developer or the identifier is taken. */
export async function insertProvider(tx: Tx, provider: Omit<Provider, 'blockedAt'>): Promise<void> {
  await tx
    .withTables<CertificateTables>()
    .insertInto('provider')
    .values({
      provider_id: provider.providerId,
      organization_id: provider.organizationId,
      developer_id: provider.developerId ?? null,
      name: provider.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetProviderOfDeveloper(tx: Tx, developerId: string): Promise<void> {
  await tx.withTables<CertificateTables>().deleteFrom('provider').where('developer_id', '=', developerId).execute();
}

const select = (reader: Reader) => reader.withTables<CertificateTables>().selectFrom('provider').selectAll();
