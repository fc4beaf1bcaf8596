/** Rows of daily figures and published quarters. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Interface, Origin } from './what-counts.ts';

export interface DayRow {
  /** `YYYY-MM-DD` in the bank's time zone. */
  readonly day: string;
  readonly interface: Interface;
  readonly origin: Origin;
  readonly requests: number;
  readonly errors: number;
  readonly ais_answered: number;
  readonly ais_ms: number;
  readonly pis_answered: number;
  readonly pis_ms: number;
  readonly funds_answered: number;
  readonly funds_ms: number;
  readonly downtime_ms: number;
  readonly counted_ms: number;
  readonly is_final: boolean;
  /** Consecutive unanswered requests at the end of the day, which the next day continues. */
  readonly run_count: number;
  readonly run_since: Date | null;
}

type StatisticsTables = { statistics_day: DayRow; statistics_quarter: { period: string; published_at: Date } };

/** Replaces an existing row. */
export async function putDay(tx: Tx, row: DayRow): Promise<void> {
  const { day: _day, interface: _interface, origin: _origin, ...figures } = row;
  await tx
    .withTables<StatisticsTables>()
    .insertInto('statistics_day')
    .values(row)
    .onConflict((key) => key.columns(['day', 'interface', 'origin']).doUpdateSet(figures))
    .execute();
}

export async function listDays(reader: Reader, from: string, to: string): Promise<readonly DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, interface, origin, requests::float8 as requests, errors::float8 as errors, ais_answered::float8 as ais_answered,
      ais_ms::float8 as ais_ms, pis_answered::float8 as pis_answered, pis_ms::float8 as pis_ms, funds_answered::float8 as funds_answered,
      funds_ms::float8 as funds_ms, downtime_ms::float8 as downtime_ms, counted_ms::float8 as counted_ms, is_final, run_count, run_since
    from statistics_day where day between ${from}::date and ${to}::date order by day`.execute(reader);
  return rows;
}

/** Undefined: no day was counted yet. */
export async function spanOfDays(
  reader: Reader,
): Promise<{ readonly first: string; readonly last: string; readonly open: string | null } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null; open: string | null }>`
    select min(day)::text as first, max(day)::text as last, (min(day) filter (where not is_final))::text as open
    from statistics_day`.execute(reader);
  const [{ first, last, open } = { first: null, last: null, open: null }] = rows;
  return first === null || last === null ? undefined : { first, last, open };
}

/** Keeps the time of the first publication. */
export async function publishQuarter(tx: Tx, period: string, now: Date): Promise<void> {
  await tx
    .withTables<StatisticsTables>()
    .insertInto('statistics_quarter')
    .values({ period, published_at: now })
    .onConflict((key) => key.column('period').doNothing())
    .execute();
}

export async function findPublished(reader: Reader, period: string): Promise<Date | undefined> {
  const row = await reader
    .withTables<StatisticsTables>()
    .selectFrom('statistics_quarter')
    .select('published_at')
    .where('period', '=', period)
    .executeTakeFirst();
  return row?.published_at;
}
