/** The columns of applications, and the conversion of rows. */
import type { ProviderRole, SecurityProfile } from '@portico/contract/values';
import type { ColumnType, Selectable } from 'kysely';
import type { Admission, JwkSet, NewChange, RegisteredApp, TppApp } from './tpp-apps.ts';

export type TppAppTables = {
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
    security_profile: ColumnType<SecurityProfile, never, SecurityProfile>;
    signs_requests: ColumnType<boolean, never, boolean>;
    provider_id: ColumnType<string | null, never, string | null>;
    jwks: ColumnType<JwkSet | null, never, string | null>;
    pending_change: ColumnType<(NewChange & { requestedAt: string }) | null, never, string | null>;
  };
};

export const COLUMNS = ['app_id', 'sandbox_id', 'client_id', 'client_name', 'registered_name', 'redirect_uris'] as const;
/** Limit of a list for operators. */
export const FOUND_MAX = 100;

type Row = Selectable<TppAppTables['tpp_app']>;

export function toApp(row: Pick<Row, (typeof COLUMNS)[number]>): TppApp {
  return {
    appId: row.app_id,
    sandboxId: row.sandbox_id,
    clientId: row.client_id,
    clientName: row.client_name,
    registeredName: row.registered_name,
    redirectUris: row.redirect_uris,
  };
}

export function toRegistered(row: Row): RegisteredApp {
  return {
    ...toApp(row),
    developerId: row.developer_id ?? undefined,
    contacts: row.contacts,
    previousSecretUntil: row.previous_secret_until ?? undefined,
    isSuspended: row.suspended_at !== null,
    admission: admissionOf(row),
    security: {
      profile: row.security_profile,
      signsRequests: row.signs_requests,
      providerId: row.provider_id ?? undefined,
      jwks: row.jwks ?? undefined,
    },
    pendingChange: row.pending_change === null ? undefined : { ...row.pending_change, requestedAt: new Date(row.pending_change.requestedAt) },
  };
}

function admissionOf({ admitted_at: admittedAt, authorisation_number: authorisationNumber, roles }: Row): Admission | undefined {
  return admittedAt === null || authorisationNumber === null || roles === null ? undefined : { admittedAt, authorisationNumber, roles };
}
