/** What one day's measured lines amount to. */
import { addDays, instantAt } from '@portico/primitives';
import { countMeasures, downtimeMs, findOutages, listTurns, type MeasureCount, NO_RUN, type UnansweredRun } from '#modules/request-log/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type DayRow, listDays, putDay } from './statistics-store.ts';
import { INTERFACES, type Interface, judge, ORIGINS, type Origin, SERVICES, WAITING_SERVICES } from './what-counts.ts';

interface DayToCount {
  readonly day: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** Lines wait in a server's memory for a moment before they are written. */
const SETTLED_MS = 10 * 60_000;

/** Counts a day that has begun, whole or so far, in the place of what was counted before. Any number of times. */
export async function countDay(tx: Tx, { day, timeZone, now }: DayToCount): Promise<void> {
  const from = instantAt(timeZone, day, '00:00');
  const end = instantAt(timeZone, addDays(day, 1), '00:00');
  const until = end < now ? end : now;
  const counts = await countMeasures(tx, { from, until });
  const before = await listDays(tx, addDays(day, -1), addDays(day, -1));
  for (const origin of ORIGINS) {
    for (const one of INTERFACES) {
      const counted = counts.filter((count) => count.origin === origin && SERVICES[count.service]?.interface === one);
      // A day on which nothing was replayed has no row of it.
      if (origin === 'replay' && counted.length === 0) continue;
      const run = runOf(before.find((row) => row.interface === one && row.origin === origin));
      const downtime = await readDowntime(tx, { interface: one, origin, from, until, run });
      await putDay(tx, {
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
}

interface Span {
  readonly interface: Interface;
  readonly origin: Origin;
  readonly from: Date;
  readonly until: Date;
  /** What the day before ended with. */
  readonly run: UnansweredRun;
}

/** Looks a little past the end: of five requests that nobody answered the last may lie on the next day. */
async function readDowntime(tx: Tx, { interface: one, origin, from, until, run }: Span): Promise<Downtime> {
  const services = Object.entries(SERVICES).flatMap(([service, counted]) => (counted.interface === one ? [service] : []));
  const seen = { from, until: new Date(until.getTime() + SETTLED_MS) };
  const turns = await listTurns(tx, { ...seen, services, waiting: WAITING_SERVICES, origin });
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
