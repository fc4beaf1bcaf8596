/** Families: all artifacts of one sign-in. This file exchanges codes and refresh tokens for tokens, and ends families. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { chainBegun, type FirstRow } from '../audit/index.ts';
import { type Artifact, type ArtifactTables, type Family, IS_EXPIRED, SECONDS_LEFT } from './artifact-store.ts';

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

/** Deletes a locked family. */
export async function deleteFamily(tx: Tx, { grantHash }: Family): Promise<void> {
  await tx.withTables<ArtifactTables>().deleteFrom('oauth_artifact').where('grant_hash', '=', grantHash).execute();
}
