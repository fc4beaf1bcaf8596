/** Rows of admissions and changes of applications: present values and pending changes. */
import { sql, type UpdateObject } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { FOUND_MAX, type TppAppTables, toRegistered } from './tpp-app-row.ts';
import type { AdmissionEntry, JwkSet, NewChange, NewSecurity, RegisteredApp, TppApp } from './tpp-apps.ts';

export interface AppChange {
  readonly clientName?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly contacts?: readonly string[] | undefined;
  readonly jwks?: JwkSet | undefined;
}

export async function updateApp(tx: Tx, app: TppApp, change: AppChange): Promise<RegisteredApp> {
  return set(tx, app, {
    updated_at: sql<Date>`now()`,
    ...(change.clientName === undefined ? {} : { client_name: change.clientName }),
    ...(change.redirectUris === undefined ? {} : { redirect_uris: JSON.stringify(change.redirectUris) }),
    ...(change.contacts === undefined ? {} : { contacts: JSON.stringify(change.contacts) }),
    ...(change.jwks === undefined ? {} : { jwks: JSON.stringify(change.jwks) }),
  });
}

/** Replaces the pending change; undefined deletes it. */
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

export async function writeSecurity(tx: Tx, app: TppApp, { profile, signsRequests, jwks, providerId }: NewSecurity): Promise<RegisteredApp> {
  return set(tx, app, {
    security_profile: profile,
    signs_requests: signsRequests,
    jwks: jwks === undefined ? null : JSON.stringify(jwks),
    ...(providerId === undefined ? {} : { provider_id: providerId }),
    updated_at: sql<Date>`now()`,
  });
}

/** Without an admission the application is suspended, so that an operator decides. */
export async function writeRegistration(tx: Tx, app: TppApp, security: NewSecurity, admission: AdmissionEntry | undefined): Promise<RegisteredApp> {
  const secured = await writeSecurity(tx, app, security);
  return admission === undefined ? set(tx, secured, { suspended_at: sql<Date>`now()` }) : writeAdmission(tx, secured, admission);
}

/** Finds an application and locks it until the transaction ends. */
export async function lockApp(tx: Tx, by: { clientId: string } | { changeId: string }): Promise<RegisteredApp | undefined> {
  const select = tx.withTables<TppAppTables>().selectFrom('tpp_app').selectAll().forNoKeyUpdate();
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
