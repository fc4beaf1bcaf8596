/**
 * Tables with range partitions by time. Partitions are created before they are needed and dropped when all their rows are too old. Rows outside of
 * them go into the default partition `{table}_rest`. Bounds are in UTC, so names and bounds are the same on every server and in every time zone.
 */
import { sql } from 'kysely';
import type { Tx } from './database.ts';

export interface PartitionedTable {
  /** The table is partitioned by its column `at`. */
  readonly name: string;
  readonly span: 'day' | 'month';
  /** Number of future partitions, besides the current one. */
  readonly ahead: number;
}

/** A number that no other advisory lock uses. Creating and dropping partitions exclude each other, on all servers. */
const LOCK = 7_034_001;
/** Format of a partition's name: its first day. */
const NAME_FORMAT = 'YYYYMMDD';

interface Piece {
  readonly name: string;
  readonly from: string;
  readonly until: string;
}

/**
 * Creates the current partition and those after it. Returns the names of the new ones. None is created for a period of which the default partition
 * already has rows: for example after the clock went back, or when no server ran for so long that rows came before this call.
 */
export async function makePartitionsAhead(tx: Tx, { name, span, ahead }: PartitionedTable, now: Date): Promise<readonly string[]> {
  await lock(tx);
  const { rows } = await sql<Piece>`
    select ${name}::text || '_' || to_char(day, ${NAME_FORMAT}) as name, to_char(day, 'YYYY-MM-DD') as from, to_char(day + ${`1 ${span}`}::text::interval, 'YYYY-MM-DD') as until
    from (select date_trunc(${span}::text, ${now}::timestamptz at time zone 'UTC') + number * ${`1 ${span}`}::text::interval as day
      from generate_series(0, ${ahead}::integer) as number) as piece
    where to_regclass(${name}::text || '_' || to_char(day, ${NAME_FORMAT})) is null and not exists (
      select from ${sql.table(`${name}_rest`)} where at >= day at time zone 'UTC' and at < (day + ${`1 ${span}`}::text::interval) at time zone 'UTC')
    order by day`.execute(tx);
  for (const piece of rows) {
    const bounds = [piece.from, piece.until].map((day) => sql.lit(`${day} 00:00:00+00`));
    await sql`create table ${sql.table(piece.name)} partition of ${sql.table(name)} for values from (${bounds[0]}) to (${bounds[1]})`.execute(tx);
  }
  return rows.map((piece) => piece.name);
}

/** Drops the partitions that end at `before` or earlier. Returns their names. */
export async function dropPartitionsBehind(tx: Tx, { name, span }: Omit<PartitionedTable, 'ahead'>, before: Date): Promise<readonly string[]> {
  await lock(tx);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${name}::regclass and relname <> ${`${name}_rest`}
      and (to_date(right(relname, 8), ${NAME_FORMAT}) + ${`1 ${span}`}::text::interval) at time zone 'UTC' <= ${before} order by 1`.execute(tx);
  for (const piece of rows) await sql`drop table ${sql.table(piece.name)}`.execute(tx);
  return rows.map((piece) => piece.name);
}

async function lock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}
