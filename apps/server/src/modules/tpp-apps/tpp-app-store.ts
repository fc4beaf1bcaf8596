/** The rows of applications. */
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import type { AppOwner } from './app-owner.ts';
import { COLUMNS, FOUND_MAX, type TppAppTables, toApp, toRegistered } from './tpp-app-row.ts';
import type { AppNames, CustomersNames, NewApp, RegisteredApp, SealedClient, SearchPage, TppApp } from './tpp-apps.ts';

/**
 * Finds an application without a sandbox id: client ids are unique in the installation, and the row names the sandbox. Suspended applications are
 * not found.
 */
export async function findApp(db: Db, by: { clientId: string } | { appId: string }): Promise<TppApp | undefined> {
  const [column, value] = 'clientId' in by ? (['client_id', by.clientId] as const) : (['app_id', by.appId] as const);
  const row = await db
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .select(COLUMNS)
    .where(column, '=', value)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row && toApp(row);
}

const selectDeveloper = prepared((reader, given: Given<{ appId: string }>) =>
  reader.withTables<TppAppTables>().selectFrom('tpp_app').select('developer_id').where('app_id', '=', given.appId),
);

export async function findDeveloper(reader: Reader, appId: string): Promise<string | undefined> {
  return (await selectDeveloper(reader, { appId })).rows[0]?.developer_id ?? undefined;
}

export async function findProviderId(reader: Reader, appId: string): Promise<string | undefined> {
  const row = await reader.withTables<TppAppTables>().selectFrom('tpp_app').select('provider_id').where('app_id', '=', appId).executeTakeFirst();
  return row?.provider_id ?? undefined;
}

/** Built from a row of `tpp_app`, also for other modules' statements that join it. */
export const SEALED_CLIENT = sql<SealedClient>`json_build_object(
  'app', json_build_object('appId', tpp_app.app_id, 'sandboxId', tpp_app.sandbox_id, 'clientId', tpp_app.client_id, 'clientName', client_name,
    'registeredName', registered_name, 'redirectUris', redirect_uris),
  'roles', tpp_app.roles,
  'security', json_build_object('profile', tpp_app.security_profile, 'signsRequests', signs_requests, 'jwks', tpp_app.jwks),
  'sealedSecrets', json_build_array(client_secret_sealed, case when previous_secret_until > now() then previous_secret_sealed end))`;

/** SQL for statements that read a stored return URL: the present redirect URIs; null when the application is deleted, closed or suspended. */
export function redirectUrisOf(appId: RawBuilder<string | null>): RawBuilder<readonly string[] | null> {
  return sql`(select redirect_uris from tpp_app where tpp_app.app_id = ${appId} and tpp_app.suspended_at is null)`;
}

const selectSecrets = prepared(
  (_reader, { appId }: Given<{ appId: string }>) => sql<{ client_id: string; secrets: readonly string[] }>`
    select client_id, array_remove(array[client_secret_sealed, case when previous_secret_until > now() then previous_secret_sealed end], null) as secrets
    from tpp_app where app_id = ${appId} and suspended_at is null and (developer_id is not null or provider_id is null)`,
);

/** The accepted secrets of an application that may act and whose secret a person was told. */
export async function findSealedSecrets(
  reader: Reader,
  appId: string,
): Promise<{ readonly clientId: string; readonly sealedSecrets: readonly string[] } | undefined> {
  const [row] = (await selectSecrets(reader, { appId })).rows;
  return row && { clientId: row.client_id, sealedSecrets: row.secrets };
}

const selectSealed = prepared((reader, { clientIds }: Given<{ clientIds: readonly string[] }>) =>
  reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .select(SEALED_CLIENT.as('client'))
    .where(sql<boolean>`client_id = ${anyOf(clientIds)}`)
    .where('suspended_at', 'is', null),
);

/** Like {@link findApp}, with the secrets. */
export function createSealedFinder(db: Db): (clientId: string) => Promise<SealedClient | undefined> {
  return readTogether(async (clientIds) => {
    const { rows } = await selectSealed(db, { clientIds });
    return new Map(rows.map(({ client }) => [client.app.clientId, client]));
  });
}

/** Creates or updates by `appId`; an application never moves to another sandbox. */
export async function upsertApp(db: Db, app: TppApp, sealedSecret: string): Promise<void> {
  const values = {
    client_id: app.clientId,
    client_name: app.clientName,
    registered_name: app.registeredName,
    redirect_uris: JSON.stringify(app.redirectUris),
    client_secret_sealed: sealedSecret,
  };
  await db
    .withTables<TppAppTables>()
    .insertInto('tpp_app')
    .values({ app_id: app.appId, sandbox_id: app.sandboxId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('app_id')
        .doUpdateSet({ ...values, updated_at: sql<Date>`now()` })
        .where('tpp_app.sandbox_id', '=', app.sandboxId),
    )
    .returning('app_id')
    .executeTakeFirstOrThrow();
}

export async function insertApp(tx: Tx, app: NewApp & { appId: string; clientId: string; sealedSecret: string }): Promise<RegisteredApp> {
  const row = await tx
    .withTables<TppAppTables>()
    .insertInto('tpp_app')
    .values({
      app_id: app.appId,
      sandbox_id: app.sandboxId,
      client_id: app.clientId,
      client_name: app.clientName,
      registered_name: app.registeredName,
      redirect_uris: JSON.stringify(app.redirectUris),
      contacts: JSON.stringify(app.contacts),
      developer_id: app.developerId ?? null,
      client_secret_sealed: app.sealedSecret,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRegistered(row);
}

export async function listNames(reader: Reader, sandboxId: string, appIds: readonly string[]): Promise<readonly AppNames[]> {
  if (appIds.length === 0) return [];
  return reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .select(['app_id as appId', 'client_name as clientName', 'registered_name as registeredName'])
    .where('sandbox_id', '=', sandboxId)
    .where('app_id', 'in', [...appIds])
    .execute();
}

export async function findByDeveloper(reader: Reader, owner: AppOwner): Promise<RegisteredApp | undefined> {
  const row = await selectOfOwner(reader, owner).executeTakeFirst();
  return row && toRegistered(row);
}

/** Finds the owner's application with the sealed secret, and locks it until the transaction ends. */
export async function lockOfDeveloper(tx: Tx, owner: AppOwner): Promise<{ app: RegisteredApp; sealedSecret: string } | undefined> {
  const row = await selectOfOwner(tx, owner).forNoKeyUpdate().executeTakeFirst();
  return row && { app: toRegistered(row), sealedSecret: row.client_secret_sealed };
}

export async function listByIds(reader: Reader, appIds: readonly string[]): Promise<readonly RegisteredApp[]> {
  if (appIds.length === 0) return [];
  const rows = await reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .selectAll()
    .where('app_id', 'in', [...appIds])
    .orderBy('client_id')
    .execute();
  return rows.map(toRegistered);
}

export async function searchApps(reader: Reader, text: string, { after, limit = FOUND_MAX }: SearchPage = {}): Promise<readonly RegisteredApp[]> {
  let query = reader.withTables<TppAppTables>().selectFrom('tpp_app').selectAll().orderBy('client_id').limit(Math.min(limit, FOUND_MAX));
  if (text !== '') {
    const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    query = query.where(sql<boolean>`concat_ws(' ', client_id, client_name, registered_name, contacts::text) ilike ${part}`);
  }
  if (after !== undefined) query = query.where('client_id', '>', after);
  return (await query.execute()).map(toRegistered);
}

/** Client id and names of every application, by client id. */
export async function listCustomersNames(reader: Reader): Promise<readonly CustomersNames[]> {
  return reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .select(['client_id as clientId', 'client_name as clientName', 'registered_name as registeredName'])
    .orderBy('client_id')
    .execute();
}

/** The present secret becomes the previous one for `overlapSeconds` of real time. */
export async function replaceSecret(tx: Tx, app: TppApp, sealedSecret: string, overlapSeconds: number): Promise<Date | undefined> {
  const row = await tx
    .withTables<TppAppTables>()
    .updateTable('tpp_app')
    .set({
      previous_secret_sealed: sql<string>`client_secret_sealed`,
      previous_secret_until: sql<Date>`now() + ${overlapSeconds}::float8 * interval '1 second'`,
      client_secret_sealed: sealedSecret,
      updated_at: sql<Date>`now()`,
    })
    .where('app_id', '=', app.appId)
    .where('sandbox_id', '=', app.sandboxId)
    .returning('previous_secret_until')
    .executeTakeFirstOrThrow();
  return row.previous_secret_until ?? undefined;
}

export async function updateSuspension(tx: Tx, clientId: string, isSuspended: boolean): Promise<RegisteredApp | undefined> {
  const row = await tx
    .withTables<TppAppTables>()
    .updateTable('tpp_app')
    .set({ suspended_at: isSuspended ? sql<Date>`coalesce(suspended_at, now())` : null })
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst();
  return row && toRegistered(row);
}

export async function closeApp(tx: Tx, { appId, sandboxId }: TppApp, sealedSecret: string): Promise<void> {
  await tx
    .withTables<TppAppTables>()
    .updateTable('tpp_app')
    .set({
      developer_id: null,
      contacts: '[]',
      pending_change: null,
      client_secret_sealed: sealedSecret,
      previous_secret_sealed: null,
      previous_secret_until: null,
      suspended_at: sql<Date>`coalesce(suspended_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('app_id', '=', appId)
    .where('sandbox_id', '=', sandboxId)
    .execute();
}

export async function deleteApps(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<TppAppTables>().deleteFrom('tpp_app').where('sandbox_id', '=', sandboxId).execute();
}

export async function listOfDeveloper(reader: Reader, developerId: string): Promise<readonly RegisteredApp[]> {
  return (await selectOfDeveloper(reader, developerId).execute()).map(toRegistered);
}

/** Oldest first: ids begin with the time. */
function selectOfDeveloper(reader: Reader, developerId: string) {
  return reader.withTables<TppAppTables>().selectFrom('tpp_app').selectAll().where('developer_id', '=', developerId).orderBy('app_id');
}

function selectOfOwner(reader: Reader, { developerId, clientId }: AppOwner) {
  const oldest = selectOfDeveloper(reader, developerId).limit(1);
  return clientId === undefined ? oldest : oldest.where('client_id', '=', clientId);
}
