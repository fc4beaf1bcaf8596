/** The rows of applications. */
import { type ColumnType, type Selectable, sql, type UpdateObject } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import type { AdmissionEntry, ProviderRole } from './admission.ts';
import type { Admission, AppNames, NewApp, NewChange, RegisteredApp, SealedClient, TppApp } from './tpp-apps.ts';

type TppAppTables = {
  tpp_app: {
    app_id: string;
    sandbox_id: string;
    client_id: string;
    client_name: string;
    registered_name: string;
    redirect_uris: ColumnType<string[], string, string>;
    contacts: ColumnType<string[], string | undefined, string>;
    developer_id: string | null;
    client_secret_sealed: string;
    previous_secret_sealed: ColumnType<string | null, undefined, string | null>;
    previous_secret_until: ColumnType<Date | null, undefined, Date | null>;
    suspended_at: ColumnType<Date | null, undefined, Date | null>;
    updated_at: ColumnType<Date, never, Date>;
    admitted_at: ColumnType<Date | null, never, Date>;
    authorisation_number: ColumnType<string | null, never, string>;
    roles: ColumnType<ProviderRole[] | null, never, string>;
    pending_change: ColumnType<(NewChange & { requestedAt: string }) | null, never, string | null>;
  };
};

const COLUMNS = ['app_id', 'sandbox_id', 'client_id', 'client_name', 'registered_name', 'redirect_uris'] as const;
const FOUND_MAX = 100;

/** At the door: client ids are unique per installation, the row says which sandbox it is. A suspended application is not found. */
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

/** Of a row of `tpp_app`, also for others' statements that join it. */
export const SEALED_CLIENT = sql<SealedClient>`json_build_object(
  'app', json_build_object('appId', tpp_app.app_id, 'sandboxId', tpp_app.sandbox_id, 'clientId', tpp_app.client_id, 'clientName', client_name,
    'registeredName', registered_name, 'redirectUris', redirect_uris),
  'sealedSecrets', json_build_array(client_secret_sealed, case when previous_secret_until > now() then previous_secret_sealed end))`;

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

/** Creates or refreshes by `appId`; an application never moves to another sandbox. */
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
      developer_id: app.developerId,
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

export async function findByDeveloper(reader: Reader, developerId: string): Promise<RegisteredApp | undefined> {
  const row = await selectOfDeveloper(reader, developerId).selectAll().executeTakeFirst();
  return row && toRegistered(row);
}

/** Locked until the transaction ends, with the sealed secret. */
export async function lockOfDeveloper(tx: Tx, developerId: string): Promise<{ app: RegisteredApp; sealedSecret: string } | undefined> {
  const row = await selectOfDeveloper(tx, developerId).selectAll().forUpdate().executeTakeFirst();
  return row && { app: toRegistered(row), sealedSecret: row.client_secret_sealed };
}

export async function searchApps(reader: Reader, text: string): Promise<readonly RegisteredApp[]> {
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .selectAll()
    .where(sql<boolean>`concat_ws(' ', client_id, client_name, registered_name, contacts::text) ilike ${part}`)
    .orderBy('client_id')
    .limit(FOUND_MAX)
    .execute();
  return rows.map(toRegistered);
}

export interface AppChange {
  readonly clientName?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly contacts?: readonly string[] | undefined;
}

export async function updateApp(tx: Tx, app: TppApp, change: AppChange): Promise<RegisteredApp> {
  return set(tx, app, {
    updated_at: sql<Date>`now()`,
    ...(change.clientName === undefined ? {} : { client_name: change.clientName }),
    ...(change.redirectUris === undefined ? {} : { redirect_uris: JSON.stringify(change.redirectUris) }),
    ...(change.contacts === undefined ? {} : { contacts: JSON.stringify(change.contacts) }),
  });
}

/** Replaces what waits for approval; undefined: nothing waits after it. */
export async function writePendingChange(tx: Tx, app: TppApp, pending: NewChange | undefined): Promise<RegisteredApp> {
  const dated = sql<string>`jsonb_set(${JSON.stringify(pending)}::jsonb, '{requestedAt}', to_jsonb(now()))`;
  return set(tx, app, { pending_change: pending === undefined ? null : dated, updated_at: sql<Date>`now()` });
}

export async function writeAdmission(tx: Tx, app: TppApp, { registeredName, authorisationNumber, roles }: AdmissionEntry): Promise<RegisteredApp> {
  return set(tx, app, {
    registered_name: registeredName,
    authorisation_number: authorisationNumber,
    roles: JSON.stringify(roles),
    admitted_at: sql<Date>`now()`,
    suspended_at: null,
    updated_at: sql<Date>`now()`,
  });
}

/** Locked until the transaction ends. */
export async function lockApp(tx: Tx, by: { clientId: string } | { changeId: string }): Promise<RegisteredApp | undefined> {
  const select = tx.withTables<TppAppTables>().selectFrom('tpp_app').selectAll().forUpdate();
  const row = await ('clientId' in by
    ? select.where('client_id', '=', by.clientId)
    : select.where(sql<boolean>`pending_change ->> 'changeId' = ${by.changeId}`)
  ).executeTakeFirst();
  return row && toRegistered(row);
}

export async function listPendingChanges(reader: Reader): Promise<readonly RegisteredApp[]> {
  const rows = await reader
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .selectAll()
    .where('pending_change', 'is not', null)
    .orderBy(sql`(pending_change ->> 'requestedAt')::timestamptz`)
    .limit(FOUND_MAX)
    .execute();
  return rows.map(toRegistered);
}

async function set(tx: Tx, app: TppApp, values: UpdateObject<TppAppTables, 'tpp_app'>): Promise<RegisteredApp> {
  const row = await tx
    .withTables<TppAppTables>()
    .updateTable('tpp_app')
    .set(values)
    .where('app_id', '=', app.appId)
    .where('sandbox_id', '=', app.sandboxId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRegistered(row);
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

function selectOfDeveloper(reader: Reader, developerId: string) {
  return reader.withTables<TppAppTables>().selectFrom('tpp_app').where('developer_id', '=', developerId);
}

type Row = Selectable<TppAppTables['tpp_app']>;

function toApp(row: Pick<Row, (typeof COLUMNS)[number]>): TppApp {
  return {
    appId: row.app_id,
    sandboxId: row.sandbox_id,
    clientId: row.client_id,
    clientName: row.client_name,
    registeredName: row.registered_name,
    redirectUris: row.redirect_uris,
  };
}

function toRegistered(row: Row): RegisteredApp {
  return {
    ...toApp(row),
    developerId: row.developer_id ?? undefined,
    contacts: row.contacts,
    previousSecretUntil: row.previous_secret_until ?? undefined,
    isSuspended: row.suspended_at !== null,
    admission: admissionOf(row),
    pendingChange: row.pending_change === null ? undefined : { ...row.pending_change, requestedAt: new Date(row.pending_change.requestedAt) },
  };
}

function admissionOf({ admitted_at: admittedAt, authorisation_number: authorisationNumber, roles }: Row): Admission | undefined {
  return admittedAt === null || authorisationNumber === null || roles === null ? undefined : { admittedAt, authorisationNumber, roles };
}
