/** The figures of one quarter, computed from counted days only. */
import type { StatisticsDay, StatisticsFigures, StatisticsQuarter } from '@portico/contract';
import { isoDateIn } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Quarter } from './quarter.ts';
import { type DayRow, findPublished, listDays } from './statistics-store.ts';
import { INTERFACES, type Interface, KINDS, MEAN_OF } from './what-counts.ts';

export interface QuarterReading {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly timeZone: string;
}

export async function readQuarter(reader: Reader, quarter: Quarter, { clock, timeZone }: QuarterReading): Promise<StatisticsQuarter> {
  const today = isoDateIn(timeZone, await clock.realNow(reader));
  const publishedAt = await findPublished(reader, quarter.period);
  const shown = await readShownDays(reader, quarter);
  return {
    ...quarter,
    isRunning: today <= quarter.to,
    ...(publishedAt === undefined ? {} : { publishedAt: publishedAt.toISOString() }),
    timeZone,
    days: shown.map(toDay),
    whole: {
      dedicated: figuresOf(shown.flatMap(({ rows }) => rows.filter((row) => row.interface === 'dedicated'))),
      customer: figuresOf(shown.flatMap(({ rows }) => rows.filter((row) => row.interface === 'customer'))),
    },
  };
}

interface ShownDay {
  readonly day: string;
  readonly isReplayed: boolean;
  readonly rows: readonly DayRow[];
}

/** Replayed requests are shown only for days without live requests; the two are never added. */
async function readShownDays(reader: Reader, { from, to }: Quarter): Promise<readonly ShownDay[]> {
  const days = Map.groupBy(await listDays(reader, from, to), ({ day }) => day);
  return [...days].map(([day, rows]) => {
    const [live, replayed] = [rows.filter(({ origin }) => origin === 'live'), rows.filter(({ origin }) => origin === 'replay')];
    const isReplayed = replayed.length > 0 && !live.some(isMeasured);
    return { day, isReplayed, rows: isReplayed ? replayed : live };
  });
}

function toDay({ day, isReplayed, rows }: ShownDay): StatisticsDay {
  const of = (wanted: Interface) => figuresOf(rows.filter((row) => row.interface === wanted));
  const [dedicated, customer] = INTERFACES;
  return { day, isReplayed, isRunning: rows.some((row) => !row.is_final), dedicated: of(dedicated), customer: of(customer) };
}

/** A day without requests has no figures, unless a known downtime falls on it. */
const isMeasured = ({ requests, downtime_ms: downtime }: DayRow): boolean => requests > 0 || downtime > 0;

/** Guidelines 2.2 and 2.3, over the days with a measurement. */
function figuresOf(rows: readonly DayRow[]): StatisticsFigures {
  const measured = rows.filter(isMeasured);
  const sum = (pick: (row: DayRow) => number) => measured.reduce((total, row) => total + pick(row), 0);
  const means = KINDS.map(
    (kind) =>
      [
        MEAN_OF[kind],
        ratio(
          sum((row) => row[`${kind}_ms`]),
          sum((row) => row[`${kind}_answered`]),
        ),
      ] as const,
  );
  const [requests, errors, downtimeMs] = [sum((row) => row.requests), sum((row) => row.errors), sum((row) => row.downtime_ms)];
  const down = ratio(
    downtimeMs * 100,
    sum((row) => row.counted_ms),
  );
  const { aisMs = null, pisMs = null, fundsMs = null } = Object.fromEntries(means);
  return {
    aisMs,
    pisMs,
    fundsMs,
    uptimePercent: down === null ? null : rounded(100 - down),
    downtimePercent: down,
    errorPercent: ratio(errors * 100, requests),
    downtimeSeconds: rounded(downtimeMs / 1000),
    requests,
    errors,
  };
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : rounded(part / whole));

/** Three decimals, as published. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
