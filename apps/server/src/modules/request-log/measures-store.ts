/** Counts measured lines, which contain no personal data. */
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { type MeasuredRequest, UNANSWERED_AFTER_MS } from './downtime.ts';
import type { Measure, Outcome } from './request-line.ts';

/** From `from`, inclusive, to `until`, exclusive. */
export interface MeasureSpan {
  readonly from: Date;
  readonly until: Date;
}

export interface MeasureCount {
  readonly service: string;
  readonly outcome: Outcome;
  readonly origin: Measure['origin'];
  /** True if they lasted at least {@link UNANSWERED_AFTER_MS}. */
  readonly hasWaited: boolean;
  readonly requests: number;
  /** Sum of the durations. */
  readonly milliseconds: number;
}

export async function countMeasures(reader: Reader, { from, until }: MeasureSpan): Promise<readonly MeasureCount[]> {
  const { rows } = await sql<MeasureCount>`
    select service, outcome, origin, duration_ms >= ${UNANSWERED_AFTER_MS}::integer as "hasWaited", count(*)::float8 as requests,
      sum(duration_ms)::float8 as milliseconds
    from request_measure where at >= ${from} and at < ${until} group by 1, 2, 3, 4`.execute(reader);
  return rows;
}

export interface MeasuresOf extends MeasureSpan {
  readonly services: readonly string[];
  /** Services among them whose requests wait for a person, so their durations are ignored. */
  readonly waiting: readonly string[];
  readonly origin: Measure['origin'];
}

/** The requests for {@link findOutages}, in order; of consecutive answered requests only the first. */
export async function listTurns(reader: Reader, of: MeasuresOf): Promise<readonly MeasuredRequest[]> {
  const texts = (values: readonly string[]) => sql`${sql.val([...values])}::text[]`;
  const { rows } = await sql<{ at: Date; outcome: Outcome; durationMs: number }>`
    select at, outcome, ms as "durationMs" from (
      select at, outcome, ms, answered, lag(answered) over (order by at) as "wasAnswered" from (
        select at, outcome, ms, outcome in ('ok', 'refused') and ms < ${UNANSWERED_AFTER_MS}::integer as answered from (
          select at, outcome, case when service = any (${texts(of.waiting)}) then 0 else duration_ms end as ms from request_measure
          where at >= ${of.from} and at < ${of.until} and origin = ${of.origin} and service = any (${texts(of.services)})) as line
        where outcome <> 'aborted' or ms >= ${UNANSWERED_AFTER_MS}::integer) as known) as turn
    where not answered or "wasAnswered" is not true order by at`.execute(reader);
  return rows.map(({ at, outcome, durationMs }) => ({ at: at.getTime(), outcome, durationMs }));
}

/** Undefined: there is no measurement yet. */
export async function firstMeasuredAt(reader: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from request_measure`.execute(reader);
  return rows[0]?.at ?? undefined;
}
