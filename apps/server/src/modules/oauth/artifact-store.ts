/** The rows of the authorization server: interactions, grants, codes and tokens. This file receives ids as hashes only. */
import type { BankCountry, Locale } from '@portico/contract';
import type { ProviderRole, SecurityProfile } from '@portico/contract/values';
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import { chainBegun, type FirstRow } from '../audit/index.ts';
import { SEALED_CLIENT, type SealedClient } from '../tpp-apps/index.ts';
import { falseWithoutSandbox } from './without-sandbox.ts';

type ArtifactTables = {
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

export interface FoundGrant extends Omit<Family, 'isExpired'> {
  readonly payload: AdapterPayload;
  readonly bankCountry: BankCountry | undefined;
  readonly secondsLeft: number;
  /** Database time in whole milliseconds; the first entry of the family's audit chain records it. */
  readonly readAt: Date;
}

/** Tenant time. */
const NOW = tenantNow(sql.ref('artifact.sandbox_id'));
const IS_EXPIRED = sql<boolean>`artifact.expires_at <= ${NOW}`;
const secondsUntil = (end: RawBuilder<Date>) => sql<number>`extract(epoch from ${end} - ${NOW})::float8`;
const NOW_MS = sql<number>`floor(extract(epoch from now()) * 1000)::float8`;
const SECONDS_LEFT = secondsUntil(sql`artifact.expires_at`);

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
};

/** The lookup of every API call. It omits the payload, which only the authorization server reads. */
export function createTokenFinder(db: Db): (idHash: string) => Promise<FoundToken | undefined> {
  return readTogether(async (idHashes) => {
    const { rows } = await selectTokens(db, { idHashes });
    return new Map(rows.map((row) => [row.id_hash, toToken(row)]));
  });
}

const selectTokens = prepared((reader, { idHashes }: Given<{ idHashes: readonly string[] }>) =>
  reader
    .withTables<ArtifactTables>()
    .selectFrom('oauth_artifact as artifact')
    .innerJoin('tpp_app', 'tpp_app.app_id', 'artifact.app_id')
    .select([
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
    ])
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

/** All artifacts of one sign-in: its grant, codes and tokens. They are deleted together, and none outlives the grant. */
export interface Family {
  readonly grantHash: string;
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
  /** In tenant time. */
  readonly isExpired: boolean;
}

/**
 * Locks a family until the transaction ends; undefined when it was deleted. Issuing and revoking both take this lock first. A token can
 * therefore never be inserted into a deleted family, and of two concurrent revocations only one finds the family.
 */
export async function lockFamily(tx: Tx, grantHash: string): Promise<Family | undefined> {
  const row = await tx
    .withTables<ArtifactTables>()
    .selectFrom('oauth_artifact as artifact')
    .select(['artifact.sandbox_id', 'artifact.app_id', 'artifact.customer_id', IS_EXPIRED.as('is_expired')])
    .where('artifact.model', '=', 'Grant')
    .where('artifact.id_hash', '=', grantHash)
    .forUpdate('artifact')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.customer_id === null) throw new Error('A grant was stored without its customer.');
  return { grantHash, sandboxId: row.sandbox_id, appId: row.app_id, customerId: row.customer_id, isExpired: row.is_expired };
}

export interface NewToken extends Pick<Artifact, 'model' | 'idHash' | 'payload' | 'boundTo'> {
  readonly ttlSeconds: number;
}

export interface UsedArtifact {
  readonly model: string;
  readonly idHash: string;
  readonly grantHash: string;
}

interface ExchangeValues extends UsedArtifact {
  /** JSON. */
  readonly tokens: string;
}

const familyOf = ({ grantHash }: Given<Pick<ExchangeValues, 'grantHash'>>) => sql`
      select artifact.*, ${SECONDS_LEFT} as seconds_left from oauth_artifact as artifact
      where artifact.model = 'Grant' and artifact.id_hash = ${grantHash} for update of artifact`;

const issuedTo = (family: RawBuilder<unknown>, { tokens }: Given<Pick<ExchangeValues, 'tokens'>>) => sql`
      insert into oauth_artifact
        (model, id_hash, sandbox_id, app_id, client_id, customer_id, grant_hash, bank_country, locale, bound_to, payload, expires_at)
      select token.model, token."idHash", sandbox_id, app_id, client_id, customer_id, grant_hash, bank_country, locale, token."boundTo", token.payload,
        expires_at - greatest(seconds_left - token."ttlSeconds", 0) * interval '1 second'
      from ${family}, jsonb_to_recordset(${tokens}::text::jsonb)
        as token (model text, "idHash" text, payload jsonb, "ttlSeconds" float8, "boundTo" text)`;

// The family's row is locked first, as everywhere. A concurrent exchange of the same code waits for the lock and then finds the code used.
const exchange = (given: Given<ExchangeValues>, audited: RawBuilder<unknown> = sql``) =>
  sql`
    with family as (${familyOf(given)}), used as (
      update oauth_artifact set consumed_at = now() from family
      where oauth_artifact.model = ${given.model} and oauth_artifact.id_hash = ${given.idHash}
        and oauth_artifact.consumed_at is null and seconds_left > 0
      returning oauth_artifact.id_hash
    ), issued as (${issuedTo(sql`family, used`, given)})${audited}
    select id_hash from used`;

const exchangeAny = prepared((_reader, given: Given<ExchangeValues>) => exchange(given));

const exchangeFirst = prepared((_reader, given: Given<ExchangeValues & FirstRow>) => exchange(given, sql`, ${chainBegun(given, sql`used`)}`));

/**
 * Uses a code or refresh token and issues tokens for it, which expire no later than the family. Of concurrent calls exactly one returns true.
 * A call after the family's end returns false.
 *
 * @param first begins the family's audit chain in the same statement, at the first exchange.
 */
export async function exchangeArtifact(reader: Reader, used: UsedArtifact, tokens: readonly NewToken[], first?: FirstRow): Promise<boolean> {
  const values = { ...used, tokens: JSON.stringify(tokens) };
  const { rows } = await (first === undefined ? exchangeAny(reader, values) : exchangeFirst(reader, { ...values, ...first }));
  return rows.length > 0;
}

const issueMore = prepared(
  (_reader, given: Given<Pick<ExchangeValues, 'grantHash' | 'tokens'>>) =>
    sql`with family as (${familyOf(given)}), living as (select * from family where seconds_left > 0), issued as (${issuedTo(sql`living`, given)} returning 1)
    select id_hash from living`,
);

/** Issues tokens of a family without using up the refresh token. False: the family has ended. */
export async function issueWithin(reader: Reader, grantHash: string, tokens: readonly NewToken[]): Promise<boolean> {
  const { rows } = await issueMore(reader, { grantHash, tokens: JSON.stringify(tokens) });
  return rows.length > 0;
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

/** Deletes a locked family. */
export async function deleteFamily(tx: Tx, { grantHash }: Family): Promise<void> {
  await tx.withTables<ArtifactTables>().deleteFrom('oauth_artifact').where('grant_hash', '=', grantHash).execute();
}
