/** The rows of applications. */
import { type ColumnType, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { TppApp } from './tpp-apps.ts';

type TppAppTables = {
  tpp_app: {
    app_id: string;
    sandbox_id: string;
    client_id: string;
    client_name: string;
    registered_name: string;
    redirect_uris: ColumnType<string[], string, string>;
    client_secret_sealed: string;
    updated_at: ColumnType<Date, never, Date>;
  };
};

const COLUMNS = ['app_id', 'sandbox_id', 'client_id', 'client_name', 'registered_name', 'redirect_uris'] as const;

/** At the door: client ids are unique per installation, the row says which sandbox it is. */
export async function findApp(db: Db, by: { clientId: string } | { appId: string }): Promise<TppApp | undefined> {
  const [column, value] = 'clientId' in by ? (['client_id', by.clientId] as const) : (['app_id', by.appId] as const);
  const row = await db.withTables<TppAppTables>().selectFrom('tpp_app').select(COLUMNS).where(column, '=', value).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    appId: row.app_id,
    sandboxId: row.sandbox_id,
    clientId: row.client_id,
    clientName: row.client_name,
    registeredName: row.registered_name,
    redirectUris: row.redirect_uris,
  };
}

export async function findSealedSecret(db: Db, clientId: string): Promise<string | undefined> {
  const row = await db
    .withTables<TppAppTables>()
    .selectFrom('tpp_app')
    .select('client_secret_sealed')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.client_secret_sealed;
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
