/** Counts the measured lines of one day. */
import { addDays, instantAt } from '@portico/primitives';
import {
  countMeasures,
  downtimeMs,
  findOutages,
  listTurns,
  type MeasureCount,
  type MeasuredRequest,
  type MeasureSpan,
  NO_RUN,
  type UnansweredRun,
} from '#modules/request-log/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import { type DayRow, listDays, putDay } from './statistics-store.ts';
import { INTERFACES, type Interface, judge, ORIGINS, type Origin, SERVICES, WAITING_SERVICES } from './what-counts.ts';

interface DayToCount {
  readonly day: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** Servers queue lines in memory before they write them; after this time all are written. */
const SETTLED_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Counts a day that has begun, whole or so far, and replaces the earlier figures of the day. It can run repeatedly. It reads hour by hour, outside
 * the transaction: a day may have millions of lines, and an embedded database serves no other query during a read.
 */
export async function countDay({ db, write }: { readonly db: Db; readonly write: RunWrite }, { day, timeZone, now }: DayToCount): Promise<void> {
  const from = instantAt(timeZone, day, '00:00');
  const end = instantAt(timeZone, addDays(day, 1), '00:00');
  const until = end < now ? end : now;
  const counts: MeasureCount[] = [];
  for (const hour of hoursOf(from, until)) counts.push(...(await countMeasures(db, hour)));
  const before = await listDays(db, addDays(day, -1), addDays(day, -1));
  const rows: DayRow[] = [];
  for (const origin of ORIGINS) {
    for (const one of INTERFACES) {
      const counted = counts.filter((count) => count.origin === origin && SERVICES[count.service]?.interface === one);
      // A day without replayed requests has no replay row.
      if (origin === 'replay' && counted.length === 0) continue;
      const run = runOf(before.find((row) => row.interface === one && row.origin === origin));
      const downtime = mayBeDown(counted, run) ? await readDowntime(db, { interface: one, origin, from, until, run }) : NO_DOWNTIME;
      rows.push({
        day,
        interface: one,
        origin,
        ...sumOf(counted),
        ...downtime,
        counted_ms: until.getTime() - from.getTime(),
        is_final: now.getTime() >= end.getTime() + SETTLED_MS,
      });
    }
  }
  await write(async ({ tx }) => {
    for (const row of rows) await putDay(tx, row);
  });
}

function* hoursOf(from: Date, until: Date): Generator<MeasureSpan> {
  for (let at = from; at < until; at = new Date(at.getTime() + HOUR_MS)) {
    yield { from: at, until: new Date(Math.min(at.getTime() + HOUR_MS, until.getTime())) };
  }
}

/** Without a failed request there was no downtime, so the requests need not be read one by one. */
const mayBeDown = (counted: readonly MeasureCount[], run: UnansweredRun): boolean =>
  run.count > 0 || counted.some(({ outcome, hasWaited }) => outcome === 'failed' || hasWaited);

interface Span {
  readonly interface: Interface;
  readonly origin: Origin;
  readonly from: Date;
  readonly until: Date;
  /** The run of unanswered requests at the end of the previous day. */
  readonly run: UnansweredRun;
}

/** Reads a little past the end of the day: the last of five consecutive unanswered requests may be on the next day. */
async function readDowntime(db: Db, { interface: one, origin, from, until, run }: Span): Promise<Downtime> {
  const services = Object.entries(SERVICES).flatMap(([service, counted]) => (counted.interface === one ? [service] : []));
  const turns: MeasuredRequest[] = [];
  for (const hour of hoursOf(from, new Date(until.getTime() + SETTLED_MS))) {
    turns.push(...(await listTurns(db, { ...hour, services, waiting: WAITING_SERVICES, origin })));
  }
  const { outages } = findOutages(turns, run);
  const last = findOutages(
    turns.filter(({ at }) => at < until.getTime()),
    run,
  ).run;
  return {
    downtime_ms: downtimeMs(outages, from.getTime(), until.getTime()),
    run_count: last.count,
    run_since: last.since === undefined ? null : new Date(last.since),
  };
}

type Downtime = Pick<DayRow, 'downtime_ms' | 'run_count' | 'run_since'>;
const NO_DOWNTIME: Downtime = { downtime_ms: 0, run_count: 0, run_since: null };

function runOf(row: DayRow | undefined): UnansweredRun {
  return row === undefined || row.run_since === null ? NO_RUN : { count: row.run_count, since: row.run_since.getTime() };
}

type Sums = {
  -readonly [Name in Exclude<
    keyof DayRow,
    'day' | 'interface' | 'origin' | 'downtime_ms' | 'counted_ms' | 'is_final' | 'run_count' | 'run_since'
  >]: DayRow[Name];
};

function sumOf(counts: readonly MeasureCount[]): Sums {
  const sums: Sums = { requests: 0, errors: 0, ais_answered: 0, ais_ms: 0, pis_answered: 0, pis_ms: 0, funds_answered: 0, funds_ms: 0 };
  for (const { service, outcome, hasWaited, requests, milliseconds } of counts) {
    const kind = SERVICES[service]?.kind;
    const { isProvided, isError } = judge(outcome, hasWaited);
    sums.requests += requests;
    if (isError) sums.errors += requests;
    if (!isProvided || kind === undefined) continue;
    sums[`${kind}_answered`] += requests;
    sums[`${kind}_ms`] += milliseconds;
  }
  return sums;
}
