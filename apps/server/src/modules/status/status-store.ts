/** Reads measured lines, and writes hourly rows and the present state of each service. */
import type { ServiceState, StatusServiceId } from '@portico/contract/values';
import { DEGRADED } from '@portico/contract/values';
import { sql } from 'kysely';
import { type MeasuredRequest, NO_RUN, UNANSWERED_AFTER_MS, type UnansweredRun } from '#modules/request-log/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type HourRow, MINUTE_MS } from './roll-hours.ts';
import type { Tally } from './service-state.ts';
import { MEASURED_SERVICES } from './services.ts';

/** A number that no other advisory lock uses. */
const LOCK = 7_031_001;

const KNOWN = JSON.stringify(
  MEASURED_SERVICES.flatMap(({ serviceId, measuredAs, waitsForPeople = false }) =>
    measuredAs.map((measured) => ({ measured, service: serviceId, waits: waitsForPeople })),
  ),
);

/**
 * The lines that count for a service. Replayed lines are excluded, because they were not measured on that day. The duration of a request that
 * waits for a person counts as zero.
 */
const lines = (from: Date, to: Date) => sql`
  line as (
    select known.service, measure.at, measure.waited_ms,
      measure.outcome = 'failed' or measure.waited_ms >= ${UNANSWERED_AFTER_MS} as is_unanswered,
      measure.outcome
    from jsonb_to_recordset(${KNOWN}::text::jsonb) as known (measured text, service text, waits boolean)
    join lateral (
      select at, outcome, service, case when known.waits and origin = 'live' then 0 else duration_ms end as waited_ms
      from request_measure
      where at >= ${from} and at < ${to} and origin <> 'replay'
    ) as measure on measure.service = known.measured
    where measure.outcome <> 'aborted' or measure.waited_ms >= ${UNANSWERED_AFTER_MS}
  )`;

/** Serialises the job among all servers. */
export async function lockStatus(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** The last hour with a row; undefined: there is none. */
export async function readLastHour(reader: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ hour: Date | null }>`select max(hour) as hour from status_hour`.execute(reader);
  return rows[0]?.hour ?? undefined;
}

/** The run of unanswered requests of each service at the start of an hour. */
export async function readRuns(reader: Reader, services: readonly string[], hour: Date): Promise<ReadonlyMap<string, UnansweredRun>> {
  const { rows } = await sql<{ service: string; run_count: number; run_since: Date | null }>`
    select known.service, last.run_count, last.run_since from unnest(${[...services]}::text[]) as known (service)
    cross join lateral (select run_count, run_since from status_hour where service = known.service and hour < ${hour} order by hour desc limit 1) as last`.execute(
    reader,
  );
  return new Map(rows.map((row) => [row.service, { count: row.run_count, since: row.run_since?.getTime() }]));
}

/** A minute of a service, by its start. */
export interface MinuteOf {
  readonly service: string;
  readonly minute: Date;
}

/** For these minutes of each service: unanswered requests (the first few of a long run), and the answered requests that end a run. */
export async function readTurns(reader: Reader, minutes: readonly MinuteOf[], to: Date): Promise<ReadonlyMap<string, readonly MeasuredRequest[]>> {
  const times = minutes.map(({ minute }) => minute.getTime());
  if (times.length === 0) return new Map();
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const { rows } = await sql<{ service: string; at: Date; waited_ms: number; is_unanswered: boolean }>`
    with ${lines(new Date(first), new Date(Math.min(to.getTime(), last + MINUTE_MS)))},
    known_minute as (select * from jsonb_to_recordset(${JSON.stringify(minutes)}::text::jsonb) as row (service text, minute timestamptz)),
    sided as (
      select line.*, lag(is_unanswered) over each as was_unanswered, count(*) filter (where not is_unanswered) over each as answers
      from line join known_minute on known_minute.service = line.service and minute = date_trunc('minute', at)
      window each as (partition by line.service order by at, is_unanswered rows unbounded preceding)
    ),
    ranked as (select *, row_number() over (partition by service, answers order by at, is_unanswered) as place from sided)
    select service, at, waited_ms, is_unanswered from ranked
    where (is_unanswered and place <= 7) or (not is_unanswered and coalesce(was_unanswered, true))
    order by at, is_unanswered`.execute(reader);
  const turns = new Map<string, MeasuredRequest[]>();
  for (const { service, at, waited_ms: durationMs, is_unanswered: isUnanswered } of rows) {
    const ofService = turns.get(service) ?? [];
    ofService.push({ at: at.getTime(), durationMs, outcome: isUnanswered ? 'failed' : 'ok' });
    turns.set(service, ofService);
  }
  return turns;
}

/** By service and the start of the minute. */
export async function readMinutes(reader: Reader, from: Date, to: Date): Promise<ReadonlyMap<string, ReadonlyMap<number, Tally>>> {
  const { rows } = await sql<{ service: string; minute: Date } & Tally>`
    with ${lines(from, to)}
    select service, date_trunc('minute', at) as minute, count(*)::integer as requests,
      (count(*) filter (where is_unanswered))::integer as failed, (count(*) filter (where waited_ms > ${DEGRADED.slowMs}))::integer as slow
    from line group by 1, 2`.execute(reader);
  const minutes = new Map<string, Map<number, Tally>>();
  for (const { service, minute, ...tally } of rows) {
    const ofService = minutes.get(service) ?? new Map<number, Tally>();
    ofService.set(minute.getTime(), tally);
    minutes.set(service, ofService);
  }
  return minutes;
}

/** Replaces the rows of these hours. */
export async function writeHours(tx: Tx, from: Date, hours: readonly (HourRow & { readonly serviceId: StatusServiceId })[]): Promise<void> {
  await sql`delete from status_hour where hour >= ${from}`.execute(tx);
  const rows = hours.map(({ run, hour, ...row }) => ({
    ...row,
    hour: new Date(hour).toISOString(),
    runCount: run.count,
    runSince: run.since === undefined ? null : new Date(run.since).toISOString(),
    downMs: Math.round(row.downMs),
    unplannedDownMs: Math.round(row.unplannedDownMs),
    maintenanceMs: Math.round(row.maintenanceMs),
  }));
  await sql`
    insert into status_hour (service, hour, measured_minutes, degraded_minutes, maintenance_ms, down_ms, unplanned_down_ms, run_count, run_since)
    select "serviceId", hour, "measuredMinutes", "degradedMinutes", "maintenanceMs", "downMs", "unplannedDownMs", "runCount", "runSince"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row ("serviceId" text, hour timestamptz, "measuredMinutes" smallint,
      "degradedMinutes" smallint, "maintenanceMs" integer, "downMs" integer, "unplannedDownMs" integer, "runCount" integer, "runSince" timestamptz)
    `.execute(tx);
}

export interface ServiceNow {
  readonly serviceId: StatusServiceId;
  readonly state: ServiceState;
  /** Start of the state, if it differs from the stored one. */
  readonly since: Date;
}

/** An unchanged state keeps its start. */
export async function writeStates(tx: Tx, states: readonly ServiceNow[], now: Date): Promise<void> {
  await sql`
    insert into status_service (service, state, since, measured_at)
    select "serviceId", state, since, ${now} from jsonb_to_recordset(${JSON.stringify(states)}::text::jsonb)
      as row ("serviceId" text, state text, since timestamptz)
    on conflict (service) do update set measured_at = excluded.measured_at, state = excluded.state,
      since = case when status_service.state = excluded.state then status_service.since else excluded.since end`.execute(tx);
}

export interface StoredState {
  readonly service: string;
  readonly state: ServiceState;
  readonly since: Date;
  readonly measured_at: Date;
}

export async function readStates(reader: Reader): Promise<ReadonlyMap<string, StoredState>> {
  const { rows } = await sql<StoredState>`select service, state, since, measured_at from status_service`.execute(reader);
  return new Map(rows.map((row) => [row.service, row]));
}

export interface StoredDay {
  readonly service: string;
  readonly date: string;
  readonly measured_minutes: number;
  readonly degraded_minutes: number;
  readonly maintenance_ms: number;
  readonly down_ms: number;
  readonly unplanned_down_ms: number;
}

/** Days in the time zone, oldest first. */
export async function readDays(reader: Reader, timeZone: string, fromDate: string): Promise<readonly StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select service, to_char(hour at time zone ${timeZone}::text, 'YYYY-MM-DD') as date, sum(measured_minutes)::integer as measured_minutes,
      sum(degraded_minutes)::integer as degraded_minutes, sum(maintenance_ms)::integer as maintenance_ms, sum(down_ms)::integer as down_ms,
      sum(unplanned_down_ms)::integer as unplanned_down_ms
    from status_hour where hour >= (${fromDate}::text::timestamp at time zone ${timeZone}::text)
    group by 1, 2 order by 2`.execute(reader);
  return rows;
}

/** Returns the number of deleted rows, at most `limit`. */
export async function forgetOldHours(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from status_hour where ctid = any (array(select ctid from status_hour where hour <= ${before} order by hour limit ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

export const runOf = (runs: ReadonlyMap<string, UnansweredRun>, serviceId: string): UnansweredRun => runs.get(serviceId) ?? NO_RUN;
