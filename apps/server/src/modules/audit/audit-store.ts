/** The rows of the audit log. This file does not know the key. Times are whole milliseconds, because the hash covers them. */
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared, unawaited } from '#platform/db/prepared.ts';
import type { ChainHead, HashedEntry } from './audit-hash.ts';

type AuditTables = {
  audit_chain: { chain: string; sandbox_id: string; position: number; hash: string; is_sealed: boolean };
  audit_entry: {
    chain: string;
    position: number;
    sandbox_id: string;
    event: string;
    ids: ColumnType<Readonly<Record<string, string>>, string, never>;
    content_digest: string | null;
    previous_hash: string;
    hash: string;
    recorded_at: Date;
  };
  audit_content: { chain: string; position: number; salt: string; content: string };
  audit_seal: { number: number; heads_digest: string; previous_hash: string; hash: string; sealed_at: Date };
  audit_sealed_head: { seal_number: number; chain: string; position: number; hash: string };
};

type EntryRow = Selectable<AuditTables['audit_entry']>;
export type SealRow = Selectable<AuditTables['audit_seal']>;
/** An entry with its personal content and its chain's current head. The content is null when it was erased or never existed. */
export type EntryWithContent = EntryRow & { salt: string | null; content: string | null; head_position: number | null; head_hash: string | null };

const TOP_CHAIN_LOCK = 7_041_731;
const nowInMilliseconds = sql<Date>`date_trunc('milliseconds', now())`;

export interface NewChain {
  readonly chain: string;
  readonly sandboxId: string;
  /** Hash of a head that has no entry yet. */
  readonly genesis: string;
}

// The update changes nothing; it locks a row that already exists.
const upsertChains = prepared(
  (_reader, given: Given<{ chains: string }>) =>
    sql<ChainHead & { now: Date }>`
    insert into audit_chain (chain, sandbox_id, position, hash, is_sealed)
    select chain, "sandboxId", 0, genesis, true
    from jsonb_to_recordset(${given.chains}::text::jsonb) as given (chain text, "sandboxId" text, genesis text) order by chain
    on conflict (chain) do update set position = audit_chain.position
    returning chain, position, hash, ${nowInMilliseconds} as now`,
);

/** Creates or finds the chains and locks their heads until the transaction ends; in one order, so that transactions do not deadlock. */
export async function lockChains(tx: Tx, chains: readonly NewChain[]): Promise<{ readonly heads: Map<string, ChainHead>; readonly now: Date }> {
  const { rows } = await upsertChains(tx, { chains: JSON.stringify(chains) });
  const [first] = rows;
  if (first === undefined) throw new Error('No audit chain was locked.');
  return { heads: new Map(rows.map((head) => [head.chain, head])), now: first.now };
}

export interface NewEntry extends HashedEntry {
  readonly hash: string;
  readonly salt: string;
  /** Null: the entry has no personal content. */
  readonly content: string | null;
}

const insertAll = unawaited(
  (_reader, given: Given<{ entries: string; heads: string }>) =>
    sql`with given as (
      select * from jsonb_to_recordset(${given.entries}::text::jsonb) as given (chain text, position integer, "sandboxId" text, event text, ids jsonb,
        "contentDigest" text, "previousHash" text, hash text, "recordedAt" timestamptz, salt text, content text)
    ), entry as (
      insert into audit_entry (chain, position, sandbox_id, event, ids, content_digest, previous_hash, hash, recorded_at)
      select chain, position, "sandboxId", event, ids, "contentDigest", "previousHash", hash, "recordedAt" from given
    ), content as (
      insert into audit_content (chain, position, salt, content) select chain, position, salt, content from given where content is not null
    )
    update audit_chain set position = head.position, hash = head.hash, is_sealed = false
    from jsonb_to_recordset(${given.heads}::text::jsonb) as head (chain text, position integer, hash text) where audit_chain.chain = head.chain`,
);

/** Inserts the entries and their contents and updates the heads in one statement; on PostgreSQL its failure surfaces at the commit. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[], heads: readonly ChainHead[]): Promise<void> {
  const newHeads = heads.map(({ chain, position, hash }) => ({ chain, position, hash }));
  await insertAll(tx, { entries: JSON.stringify(entries), heads: JSON.stringify(newHeads) });
}

/** The first entry of a chain, which never has personal content. */
export interface FirstRow {
  readonly chain: string;
  readonly sandboxId: string;
  readonly event: string;
  /** JSON. */
  readonly ids: string;
  readonly previousHash: string;
  readonly hash: string;
  readonly recordedAt: Date;
}

/**
 * CTEs for statements of other modules: they begin a chain for the one row of `act`, or do nothing when `act` returns no row. The whole
 * statement fails when the chain already exists.
 *
 * @param act name of a CTE of the statement.
 */
export function chainBegun(first: Given<FirstRow>, act: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`begun_entry as (
      insert into audit_entry (chain, position, sandbox_id, event, ids, previous_hash, hash, recorded_at)
      select ${first.chain}, 1, ${first.sandboxId}, ${first.event}, ${first.ids}::text::jsonb, ${first.previousHash}, ${first.hash},
        ${first.recordedAt}::timestamptz from ${act}
      returning chain, sandbox_id, position, hash
    ), begun_chain as (
      insert into audit_chain (chain, sandbox_id, position, hash, is_sealed) select chain, sandbox_id, position, hash, false from begun_entry
    )`;
}

/** Deletes personal contents of a chain: all of them, or the given positions. Returns the positions that had content. */
export async function deleteContents(tx: Tx, chain: string, positions: readonly number[] | undefined): Promise<readonly number[]> {
  const tables = tx.withTables<AuditTables>();
  let query = tables.deleteFrom('audit_content').where('chain', '=', chain);
  if (positions !== undefined) query = query.where('position', 'in', positions);
  const rows = await query.returning('position').execute();
  return rows.map((row) => row.position).sort((a, b) => a - b);
}

export interface ToldEntry {
  readonly chain: string;
  readonly ids: Readonly<Record<string, string>>;
  /** Canonical JSON; null when it was erased. */
  readonly content: string | null;
}

/** The entries of these events in these chains, with their contents, in the order of each chain. */
export async function readTold(reader: Reader, chains: readonly string[], events: readonly string[]): Promise<readonly ToldEntry[]> {
  return reader
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .leftJoin('audit_content', (join) =>
      join.onRef('audit_content.chain', '=', 'audit_entry.chain').onRef('audit_content.position', '=', 'audit_entry.position'),
    )
    .select(['audit_entry.chain', 'audit_entry.ids', 'audit_content.content'])
    .where(sql<boolean>`audit_entry.chain = ${anyOf(sql.val(chains))}`)
    .where('audit_entry.event', 'in', events)
    .orderBy('audit_entry.chain')
    .orderBy('audit_entry.position')
    .execute();
}

/** The next entries in the order of verification: by chain, then position. */
export async function readEntries(
  reader: Reader,
  after: { chain: string; position: number } | undefined,
  limit: number,
  onlyChain?: string,
): Promise<readonly EntryWithContent[]> {
  let query = reader
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .leftJoin('audit_content', (join) =>
      join.onRef('audit_content.chain', '=', 'audit_entry.chain').onRef('audit_content.position', '=', 'audit_entry.position'),
    )
    .leftJoin('audit_chain', 'audit_chain.chain', 'audit_entry.chain')
    .selectAll('audit_entry')
    .select(['audit_content.salt', 'audit_content.content', 'audit_chain.position as head_position', 'audit_chain.hash as head_hash'])
    .orderBy('audit_entry.chain')
    .orderBy('audit_entry.position')
    .limit(limit);
  if (onlyChain !== undefined) query = query.where('audit_entry.chain', '=', onlyChain);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(audit_entry.chain, audit_entry.position) > (${after.chain}, ${after.position})`);
  }
  return query.execute();
}

/** The next chains in order, each with the number of its entries if the entry table has none of them, else 0. */
export async function readBareHeads(
  reader: Reader,
  after: string,
  limit: number,
): Promise<readonly { readonly chain: string; readonly missing: number }[]> {
  const { rows } = await sql<{ chain: string; missing: number }>`
    select chain, case when exists (select from audit_entry where audit_entry.chain = head.chain) then 0 else position end as missing
    from audit_chain as head where chain > ${after} order by chain limit ${limit}`.execute(reader);
  return rows;
}

/**
 * Heads that are marked as sealed although no seal covers them. The sealing job skips them, so the end of their chains could be removed
 * undetected. It also skips a head without a mark, which an owner of the tables can make. One statement joins both tables once, because sealed heads have no index by chain.
 */
export async function readPassedHeads(reader: Reader, limit: number): Promise<readonly { readonly chain: string; readonly position: number }[]> {
  const { rows } = await sql<{ chain: string; position: number }>`
    select chain, position from audit_chain as head
    where is_sealed is not false and position > 0
      and not exists (select from audit_sealed_head as sealed where sealed.chain = head.chain and sealed.position = head.position)
    order by chain limit ${limit}`.execute(reader);
  return rows;
}

/** Serialises sealing transactions; appends never wait for this lock. */
export async function lockTopChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TOP_CHAIN_LOCK})`.execute(tx);
}

export async function readLastSeal(reader: Reader): Promise<SealRow | undefined> {
  return reader.withTables<AuditTables>().selectFrom('audit_seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

// One statement text for any number of heads, here and below, because each connection caches one prepared statement per text.
const takeUnsealed = prepared(
  (_reader, given: Given<{ limit: number }>) => sql<ChainHead>`
    with taken as materialized (
      select chain, position, hash from audit_chain where not is_sealed order by chain limit ${given.limit}::integer for update skip locked
    ), marked as (update audit_chain set is_sealed = true from taken where audit_chain.chain = taken.chain)
    select chain, position, hash from taken order by chain`,
);

/** Marks unsealed heads as sealed and returns them. Skips heads that an append has locked; the next seal covers those. */
export async function takeUnsealedHeads(tx: Tx, limit: number): Promise<readonly ChainHead[]> {
  return (await takeUnsealed(tx, { limit })).rows;
}

export async function insertSeal(tx: Tx, seal: SealRow, heads: readonly ChainHead[]): Promise<void> {
  await tx.withTables<AuditTables>().insertInto('audit_seal').values(seal).execute();
  await insertSealedHeads(tx, { sealNumber: seal.number, heads: JSON.stringify(heads) });
}

const insertSealedHeads = prepared(
  (_reader, given: Given<{ sealNumber: number; heads: string }>) => sql`
    insert into audit_sealed_head (seal_number, chain, position, hash)
    select ${given.sealNumber}::integer, chain, position, hash
    from jsonb_to_recordset(${given.heads}::text::jsonb) as head (chain text, position integer, hash text)`,
);

export async function readNow(reader: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${nowInMilliseconds} as now`.execute(reader);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time.');
  return row.now;
}

export async function readSeals(reader: Reader, afterNumber: number, limit: number): Promise<readonly SealRow[]> {
  const tables = reader.withTables<AuditTables>();
  return tables.selectFrom('audit_seal').selectAll().where('number', '>', afterNumber).orderBy('number').limit(limit).execute();
}

/** The first seal that covers a position of a chain. */
export async function readSealOver(reader: Reader, chain: string, position: number): Promise<SealRow | undefined> {
  return reader
    .withTables<AuditTables>()
    .selectFrom('audit_sealed_head')
    .innerJoin('audit_seal', 'audit_seal.number', 'audit_sealed_head.seal_number')
    .selectAll('audit_seal')
    .where('audit_sealed_head.chain', '=', chain)
    .where('audit_sealed_head.position', '>=', position)
    .orderBy('audit_seal.number')
    .executeTakeFirst();
}

/** The sealed heads of one seal, each with the hash its entry has now (null when that entry is gone). */
export async function readSealedHeads(reader: Reader, sealNumber: number): Promise<readonly (ChainHead & { entryHash: string | null })[]> {
  return reader
    .withTables<AuditTables>()
    .selectFrom('audit_sealed_head')
    .leftJoin('audit_entry', (join) =>
      join.onRef('audit_entry.chain', '=', 'audit_sealed_head.chain').onRef('audit_entry.position', '=', 'audit_sealed_head.position'),
    )
    .select(['audit_sealed_head.chain', 'audit_sealed_head.position', 'audit_sealed_head.hash', 'audit_entry.hash as entryHash'])
    .where('seal_number', '=', sealNumber)
    .orderBy('audit_sealed_head.chain')
    .execute();
}

/** Numbers that sealed heads name and no seal has; the numbers of seals begin with 1. One statement reads both tables once. */
export async function readUnknownSeals(reader: Reader, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct seal_number as number from audit_sealed_head as sealed
    where seal_number < 1 or not exists (select from audit_seal where audit_seal.number = sealed.seal_number)
    order by number limit ${limit}`.execute(reader);
  return rows.map(({ number }) => number);
}

/** Sorted, so that two erasures wait for each other instead of deadlocking. */
export async function listChainsWithContent(tx: Tx, sandboxId: string): Promise<readonly string[]> {
  const rows = await tx
    .withTables<AuditTables>()
    .selectFrom('audit_content')
    .innerJoin('audit_chain', 'audit_chain.chain', 'audit_content.chain')
    .select('audit_content.chain')
    .distinct()
    .where('audit_chain.sandbox_id', '=', sandboxId)
    .orderBy('audit_content.chain')
    .execute();
  return rows.map(({ chain }) => chain);
}
