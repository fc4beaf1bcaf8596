/** Aggregates the measured lines of one service into hourly rows. Pure: the same lines always give the same rows. */
import { downtimeMs, findOutages, isDown, type MeasuredRequest, type Outage, type UnansweredRun } from '#modules/request-log/index.ts';
import { isDegraded, type Tally } from './service-state.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** After maintenance a service counts as restored only after the next request or probe. */
export const RESTORING_MS = 2 * MINUTE_MS;

/** In ms since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface HourRow {
  readonly hour: number;
  readonly measuredMinutes: number;
  readonly degradedMinutes: number;
  readonly maintenanceMs: number;
  readonly downMs: number;
  readonly unplannedDownMs: number;
  readonly run: UnansweredRun;
}

export interface MeasuredTime {
  /** Start of an hour. */
  readonly from: number;
  readonly now: number;
  /** In the order of their receipt; consecutive answered requests after the first may be left out. */
  readonly requests: readonly MeasuredRequest[];
  /** By the start of the minute; includes the minute before `from`. */
  readonly minutes: ReadonlyMap<number, Tally>;
  /** The run of unanswered requests at the end of the hour before `from`. */
  readonly run: UnansweredRun;
  readonly maintenance: readonly Stretch[];
}

/**
 * The minutes from `from` on whose requests must be read one by one: those with an unanswered request, and after them the next minute with
 * requests. Usually there are none, for any number of requests.
 */
export function minutesToRead(minutes: ReadonlyMap<number, Tally>, from: number, before: UnansweredRun): readonly number[] {
  let mayBeDown = before.count > 0;
  const inOrder = [...minutes].filter(([minute]) => minute >= from).sort(([one], [other]) => one - other);
  return inOrder.flatMap(([minute, { failed }]) => {
    const isNeeded = failed > 0 || mayBeDown;
    mayBeDown = failed > 0;
    return isNeeded ? [minute] : [];
  });
}

/** An hour without a measurement and without an outage in progress has no row. */
export function rollHours({ from, now, requests, minutes, run: before, maintenance }: MeasuredTime): readonly HourRow[] {
  const hours: { readonly hour: number; readonly run: UnansweredRun }[] = [];
  // An outage that continues into the next hour is found again with the same start; the later result replaces the earlier one.
  const outages = new Map<number, Outage>();
  let [run, at] = [before, 0];
  for (let hour = from; hour <= now; hour += HOUR_MS) {
    const first = at;
    while (at < requests.length && (requests[at]?.at ?? 0) < hour + HOUR_MS) at += 1;
    const found = findOutages(requests.slice(first, at), run);
    for (const outage of found.outages) outages.set(outage.from, outage);
    run = found.run;
    hours.push({ hour, run });
  }
  const all = [...outages.values()];
  return hours.map(({ hour, run: runAtEnd }) => rowOf(hour, runAtEnd)).filter((row) => row !== undefined);

  function rowOf(hour: number, runAtEnd: UnansweredRun): HourRow | undefined {
    const end = Math.min(hour + HOUR_MS, now);
    let [measuredMinutes, degradedMinutes] = [0, 0];
    for (let minute = hour; minute < end; minute += MINUTE_MS) {
      const tally = minutes.get(minute);
      // Probes run about once a minute, so a minute also counts as measured when the previous one has a measurement.
      if (tally !== undefined || minutes.has(minute - MINUTE_MS)) measuredMinutes += 1;
      if (tally !== undefined && isDegraded(tally) && downtimeMs(all, minute, minute + MINUTE_MS) === 0) degradedMinutes += 1;
    }
    if (measuredMinutes === 0 && !isDown(runAtEnd) && downtimeMs(all, hour, end) === 0) return undefined;
    const downMs = downtimeMs(all, hour, end);
    const within = (longer: number) =>
      maintenance.map((each) => ({ from: Math.max(each.from, hour), to: Math.min(each.to + longer, end) })).filter((each) => each.to > each.from);
    return {
      hour,
      measuredMinutes,
      degradedMinutes,
      maintenanceMs: within(0).reduce((sum, each) => sum + each.to - each.from, 0),
      downMs,
      unplannedDownMs: Math.max(0, downMs - within(RESTORING_MS).reduce((sum, each) => sum + downtimeMs(all, each.from, each.to), 0)),
      run: runAtEnd,
    };
  }
}
