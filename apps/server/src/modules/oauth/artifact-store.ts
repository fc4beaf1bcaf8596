/** The rows of the authorization server: interactions, grants, codes and tokens. This file receives ids as hashes only. */
import type { BankCountry, Locale } from '@portico/contract';
import type { ProviderRole, SecurityProfile } from '@portico/contract/values';
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { SelectFacts, StoredFacts } from '../provider-identity/index.ts';
import { SEALED_CLIENT, type SealedClient } from '../tpp-apps/index.ts';
import { falseWithoutSandbox } from './without-sandbox.ts';

export type ArtifactTables = {
  oauth_artifact: {
    model: string;
    id_hash: string;
    sandbox_id: string;
    app_id: string;
    client_id: string;
    customer_id: string | null;
    grant_hash: string | null;
    bank_country: BankCountry | null;
    locale: Locale | null;
    bound_to: string | null;
    payload: ColumnType<AdapterPayload, string, string>;
    consumed_at: ColumnType<Date | null, never, Date>;
    expires_at: ColumnType<Date, Date, Date>;
  };
  tpp_app: {
    app_id: string;
    suspended_at: Date | null;
    roles: readonly ProviderRole[] | null;
    security_profile: SecurityProfile;
    signs_requests: boolean;
  };
};

export interface Artifact {
  readonly model: string;
  readonly idHash: string;
  readonly sandboxId: string;
  readonly appId: string;
  readonly clientId: string;
  readonly customerId: string | undefined;
  readonly grantHash: string | undefined;
  readonly bankCountry: BankCountry | undefined;
  readonly locale: Locale | undefined;
  /** As `security/profile.ts` writes it; absent: to nothing. */
  readonly boundTo?: string | undefined;
  readonly payload: AdapterPayload;
}

/** The columns that the authorization server reads; each additional column makes every exchange slower. */
export interface FoundArtifact extends Pick<Artifact, 'grantHash' | 'payload'> {
  readonly isConsumed: boolean;
  /** In tenant time; 0 or less: expired. */
  readonly secondsLeft: number;
  /** Database time in whole milliseconds. */
  readonly readAt: Date;
  /** The grant that the artifact belongs to, unless it was deleted. */
  readonly grant: FoundGrant | undefined;
  /** The application that the artifact belongs to, unless it is suspended. */
  readonly client: SealedClient | undefined;
}

/** All artifacts of one sign-in: its grant, codes and tokens. They are deleted together, and none outlives the grant. */
export interface Family {
  readonly grantHash: string;
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
  /** In tenant time. */
  readonly isExpired: boolean;
}

export interface FoundGrant extends Omit<Family, 'isExpired'> {
  readonly payload: AdapterPayload;
  readonly bankCountry: BankCountry | undefined;
  readonly secondsLeft: number;
  /** Database time in whole milliseconds; the first entry of the family's audit chain records it. */
  readonly readAt: Date;
}

/** Tenant time. */
const NOW = tenantNow(sql.ref('artifact.sandbox_id'));
export const IS_EXPIRED = sql<boolean>`artifact.expires_at <= ${NOW}`;
const secondsUntil = (end: RawBuilder<Date>) => sql<number>`extract(epoch from ${end} - ${NOW})::float8`;
const NOW_MS = sql<number>`floor(extract(epoch from now()) * 1000)::float8`;
export const SECONDS_LEFT = secondsUntil(sql`artifact.expires_at`);

/** False: the application's sandbox was deleted, and nothing was written. In a transaction, the transaction has failed. */
export async function upsertArtifact(reader: Reader, artifact: Artifact, ttlSeconds: number): Promise<boolean> {
  const values = {
    customer_id: artifact.customerId ?? null,
    grant_hash: artifact.grantHash ?? null,
    bank_country: artifact.bankCountry ?? null,
    locale: artifact.locale ?? null,
    bound_to: artifact.boundTo ?? null,
    payload: JSON.stringify(artifact.payload),
    expires_at: sql<Date>`${tenantNow(artifact.sandboxId)} + ${ttlSeconds}::float8 * interval '1 second'`,
  };
  const write = reader
    .withTables<ArtifactTables>()
    .insertInto('oauth_artifact')
    .values({
      model: artifact.model,
      id_hash: artifact.idHash,
      sandbox_id: artifact.sandboxId,
      app_id: artifact.appId,
      client_id: artifact.clientId,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(values).where('oauth_artifact.sandbox_id', '=', artifact.sandboxId));
  return write.execute().then(() => true, falseWithoutSandbox);
}

const selectArtifacts = prepared((reader, { model, idHashes }: Given<{ model: string; idHashes: readonly string[] }>) =>
  reader
    .withTables<ArtifactTables>()
    .selectFrom('oauth_artifact as artifact')
    .leftJoin('oauth_artifact as signed', (join) => join.onRef('signed.id_hash', '=', 'artifact.grant_hash').on('signed.model', '=', 'Grant'))
    .leftJoin('tpp_app', (join) => join.onRef('tpp_app.app_id', '=', 'artifact.app_id').on('tpp_app.suspended_at', 'is', null))
    .select([
      'artifact.id_hash',
      'artifact.grant_hash',
      'artifact.payload',
      sql<boolean>`artifact.consumed_at is not null`.as('is_consumed'),
      SECONDS_LEFT.as('seconds_left'),
      'signed.sandbox_id',
      'signed.app_id',
      'signed.customer_id',
      'signed.payload as grant_payload',
      'signed.bank_country as grant_bank_country',
      secondsUntil(sql`signed.expires_at`).as('grant_seconds_left'),
      NOW_MS.as('now_ms'),
      sql<SealedClient | null>`case when tpp_app.app_id is not null then ${SEALED_CLIENT} end`.as('client'),
    ])
    .where('artifact.model', '=', model)
    .where(sql<boolean>`artifact.id_hash = ${anyOf(idHashes)}`),
);

/** Finds an artifact without a sandbox id: the hash of a 256-bit id is unique in the installation, and the row names the sandbox. */
export function createArtifactFinder(db: Db, model: string): (idHash: string) => Promise<FoundArtifact | undefined> {
  return readTogether(async (idHashes) => {
    const { rows } = await selectArtifacts(db, { model, idHashes });
    return new Map(rows.map((row) => [row.id_hash, toFound(row)]));
  });
}

function toFound(row: ArtifactRow): FoundArtifact {
  return {
    grantHash: row.grant_hash ?? undefined,
    payload: row.payload,
    isConsumed: row.is_consumed,
    secondsLeft: row.seconds_left,
    readAt: new Date(row.now_ms),
    grant: toGrant(row),
    client: row.client ?? undefined,
  };
}

type ArtifactRow = Awaited<ReturnType<typeof selectArtifacts>>['rows'][number];

function toGrant(row: ArtifactRow): FoundGrant | undefined {
  if (row.grant_hash === null || row.grant_payload === null || row.sandbox_id === null || row.app_id === null) return undefined;
  if (row.customer_id === null) throw new Error('A grant was stored without its customer.');
  return {
    grantHash: row.grant_hash,
    sandboxId: row.sandbox_id,
    appId: row.app_id,
    customerId: row.customer_id,
    payload: row.grant_payload,
    bankCountry: row.grant_bank_country ?? undefined,
    secondsLeft: row.grant_seconds_left,
    readAt: new Date(row.now_ms),
  };
}

export type FoundToken = Omit<Artifact, 'model' | 'idHash' | 'payload' | 'grantHash'> & {
  /** In tenant time. */
  readonly isExpired: boolean;
  readonly isSuspended: boolean;
  readonly roles: readonly ProviderRole[] | undefined;
  readonly profile: SecurityProfile;
  readonly signsRequests: boolean;
  /** Database time in milliseconds. */
  readonly nowMs: number;
  /** Of the application and the certificate of the call; absent: the call has none. */
  readonly facts?: StoredFacts;
};

/** @param idHash SHA-256 of the token. @param thumbprint of the call's certificate; then the result has its facts, if the installation has certificates. */
export type FindToken = (idHash: string, thumbprint?: string) => Promise<FoundToken | undefined>;

/** The lookup of every API call. It omits the payload, which only the authorization server reads. */
export function createTokenFinder(db: Db, selectFacts?: SelectFacts): FindToken {
  const find = readTogether(async (idHashes) => {
    const { rows } = await selectTokens(db, { idHashes });
    return new Map(rows.map((row) => [row.id_hash, toToken(row)]));
  });
  const findWithFacts = selectFacts && createFinderWithFacts(db, selectFacts);
  return (idHash, thumbprint) => (thumbprint === undefined || findWithFacts === undefined ? find(idHash) : findWithFacts(idHash, thumbprint));
}

function createFinderWithFacts(db: Db, selectFacts: SelectFacts): FindToken {
  const facts = selectFacts({ appId: sql.ref('artifact.app_id'), sandboxId: sql.ref('artifact.sandbox_id'), thumbprint: keyPart(2) });
  // Two calls at once may use one token with two certificates, so the pair is the key.
  const select = prepared((reader, { keys }: Given<{ keys: readonly string[] }>) =>
    reader
      .withTables<ArtifactTables>()
      .selectFrom(sql<{ key: string }>`unnest(array(select unnest(${keys}::text[])))`.as<'asked'>(sql`asked (key)`))
      .innerJoin('oauth_artifact as artifact', (join) =>
        join.on(sql<boolean>`artifact.id_hash = ${keyPart(1)}`).on(sql<boolean>`artifact.model = 'AccessToken'`),
      )
      .innerJoin('tpp_app', 'tpp_app.app_id', 'artifact.app_id')
      .select(['asked.key', ...TOKEN_COLUMNS, facts.as('facts')]),
  );
  const find = readTogether(
    async (keys) => new Map((await select(db, { keys })).rows.map((row) => [row.key, { ...toToken(row), facts: row.facts }])),
  );
  return (idHash, thumbprint) => find(`${idHash} ${thumbprint}`);
}

const keyPart = (place: number) => sql`split_part(asked.key, ' ', ${sql.lit(place)})`;

const TOKEN_COLUMNS = [
  'artifact.id_hash',
  'artifact.sandbox_id',
  'artifact.app_id',
  'artifact.client_id',
  'artifact.customer_id',
  'artifact.bank_country',
  'artifact.locale',
  IS_EXPIRED.as('is_expired'),
  sql<boolean>`tpp_app.suspended_at is not null`.as('is_suspended'),
  'tpp_app.roles',
  'tpp_app.security_profile',
  'tpp_app.signs_requests',
  'artifact.bound_to',
  NOW_MS.as('now_ms'),
] as const;

const selectTokens = prepared((reader, { idHashes }: Given<{ idHashes: readonly string[] }>) =>
  reader
    .withTables<ArtifactTables>()
    .selectFrom('oauth_artifact as artifact')
    .innerJoin('tpp_app', 'tpp_app.app_id', 'artifact.app_id')
    .select(TOKEN_COLUMNS)
    .where(sql<boolean>`artifact.model = 'AccessToken'`)
    .where(sql<boolean>`artifact.id_hash = ${anyOf(idHashes)}`),
);

function toToken(row: Awaited<ReturnType<typeof selectTokens>>['rows'][number]): FoundToken {
  return {
    sandboxId: row.sandbox_id,
    appId: row.app_id,
    clientId: row.client_id,
    customerId: row.customer_id ?? undefined,
    bankCountry: row.bank_country ?? undefined,
    locale: row.locale ?? undefined,
    isExpired: row.is_expired,
    isSuspended: row.is_suspended,
    roles: row.roles ?? undefined,
    profile: row.security_profile,
    signsRequests: row.signs_requests,
    boundTo: row.bound_to ?? undefined,
    nowMs: row.now_ms,
  };
}

export async function deleteArtifact(reader: Reader, model: string, idHash: string): Promise<void> {
  await reader.withTables<ArtifactTables>().deleteFrom('oauth_artifact').where('model', '=', model).where('id_hash', '=', idHash).execute();
}

/** Marks an artifact as used. False: it was used before, also by a concurrent call. */
export async function consumeArtifact(reader: Reader, model: string, idHash: string): Promise<boolean> {
  const { numUpdatedRows } = await reader
    .withTables<ArtifactTables>()
    .updateTable('oauth_artifact')
    .set({ consumed_at: sql<Date>`now()` })
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
