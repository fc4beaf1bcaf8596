/** The acts of operators: the entries of one chain, newest first. Their ids name the operator. */
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader } from '#platform/db/database.ts';

export interface NewestEntry {
  readonly position: number;
  readonly recordedAt: Date;
  readonly event: string;
  readonly ids: Readonly<Record<string, string>>;
  /** Canonical JSON; null when there was none or it was erased. */
  readonly content: string | null;
}

export interface NewestWanted {
  readonly chain: string;
  /** Absent: of every operator. */
  readonly operator?: string | undefined;
  /** Entries before this position; absent: from the newest one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export async function readNewest(reader: Reader, { chain, operator, before, limit }: NewestWanted): Promise<readonly NewestEntry[]> {
  const ofOperator = operator === undefined ? sql`` : sql`and ids ->> 'operator' = ${operator}`;
  const older = before === undefined ? sql`` : sql`and position < ${before}`;
  const { rows } = await sql<NewestEntry>`
    select position, recorded_at as "recordedAt", event, ids, content
    from audit_entry left join audit_content using (chain, position)
    where chain = ${chain} ${ofOperator} ${older}
    order by position desc limit ${limit}`.execute(reader);
  return rows;
}

/** Operators with an entry in the chain, in alphabetical order. */
export async function listOperators(reader: Reader, chain: string): Promise<readonly string[]> {
  const { rows } = await sql<{ operator: string }>`
    select distinct ids ->> 'operator' as operator from audit_entry
    where chain = ${chain} and ids ->> 'operator' is not null order by operator`.execute(reader);
  return rows.map(({ operator }) => operator);
}

export type ActWanted = Pick<NewestWanted, 'chain' | 'limit'> & {
  /** Values of the id `about`. */
  readonly about: readonly string[];
  readonly events: readonly string[];
};

/** The acts of operators on these ids, newest first. Uses the index on the id `about`. */
export async function readActsOn(reader: Reader, { chain, about, events, limit }: ActWanted): Promise<readonly Omit<NewestEntry, 'content'>[]> {
  const { rows } = await sql<Omit<NewestEntry, 'content'>>`
    select position, recorded_at as "recordedAt", event, ids from audit_entry
    where chain = ${chain} and ids ->> 'about' = ${anyOf(sql.val(about))} and event = ${anyOf(sql.val(events))}
    order by position desc limit ${limit}`.execute(reader);
  return rows;
}
