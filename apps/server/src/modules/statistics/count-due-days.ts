/** Decides which days to count, and when to publish a quarter. */
import { addDays, isoDateIn } from '@portico/primitives';
import { firstMeasuredAt } from '#modules/request-log/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { countDay } from './count-day.ts';
import { daysBetween, type Quarter, quartersBack } from './quarter.ts';
import { listDays, publishQuarter, spanOfDays } from './statistics-store.ts';

export interface CountingDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Pick<Clock, 'realNow'>;
  /** IANA time zone that delimits the days. */
  readonly timeZone: string;
}

/** Lines are kept for 400 days. An older day may have lost lines, so it is not counted again. */
const LINES_DAYS = 399;

/**
 * Counts every day that is not final, up to today, and publishes quarters that have ended. Safe to run twice, also concurrently. Returns the
 * first day that was counted.
 */
export async function countDueDays(deps: CountingDeps): Promise<string> {
  const { db, timeZone } = deps;
  const now = await deps.clock.realNow(db);
  const today = isoDateIn(timeZone, now);
  const span = await spanOfDays(db);
  const first = span === undefined ? isoDateIn(timeZone, (await firstMeasuredAt(db)) ?? now) : (span.open ?? addDays(span.last, 1));
  await countDays(deps, first, today);
  await publishEnded(deps, today);
  return first;
}

/** Counts these days again, except future days and days whose lines may be deleted. */
export async function countDays({ db, write, clock, timeZone }: CountingDeps, from: string, to: string): Promise<void> {
  const now = await clock.realNow(db);
  const today = isoDateIn(timeZone, now);
  const oldest = addDays(today, -LINES_DAYS);
  const days = daysBetween(from < oldest ? oldest : from, to > today ? today : to);
  for (const day of days) await countDay({ db, write }, { day, timeZone, now });
}

/** Counts a quarter again, and all due days. */
export async function countQuarter(deps: CountingDeps, { from, to }: Quarter): Promise<void> {
  const due = await countDueDays(deps);
  const first = (await spanOfDays(deps.db))?.first ?? due;
  const last = addDays(due, -1);
  await countDays(deps, from < first ? first : from, to > last ? last : to);
}

async function publishEnded({ db, write, clock }: CountingDeps, today: string): Promise<void> {
  const span = await spanOfDays(db);
  if (span === undefined) return;
  const ended = quartersBack(span.first, today).filter(({ to }) => to < today);
  for (const quarter of ended) {
    if (await isFinal(db, quarter)) await write(async ({ tx }) => publishQuarter(tx, quarter.period, await clock.realNow(tx)));
  }
}

async function isFinal(db: Db, { from, to }: Quarter): Promise<boolean> {
  const days = await listDays(db, from, to);
  return days.at(-1)?.day === to && days.every(({ is_final: final }) => final);
}
