/** Reads new measurements and writes the services' states. Safe to run at any time, also concurrently. */
import { DEGRADED } from '@portico/contract/values';
import { isDown } from '#modules/request-log/index.ts';
import type { Platform } from '#platform/platform.ts';
import { HOUR_MS, MINUTE_MS, minutesToRead, RESTORING_MS, rollHours, type Stretch } from './roll-hours.ts';
import { stateNow, type Tally } from './service-state.ts';
import type { MeasuredService } from './services.ts';
import { lockStatus, readLastHour, readMinutes, readRuns, readTurns, runOf, type ServiceNow, writeHours, writeStates } from './status-store.ts';

/** A line is written after its request has ended, so the previous hour may still get lines for a while. */
const GROWING_MS = 10 * MINUTE_MS;
/** How far back the first run reads, and a run after a long pause. */
const BACKLOG_MS = 48 * HOUR_MS;
const NOTHING: Tally = { requests: 0, failed: 0, slow: 0 };
const NO_MINUTES: ReadonlyMap<number, Tally> = new Map();

/** `maintenanceSince` returns the maintenance windows that had not ended at this time: past, running and planned. */
export async function measureServices(
  { db, write, clock }: Pick<Platform, 'db' | 'write' | 'clock'>,
  services: readonly MeasuredService[],
  maintenanceSince: (since: Date) => Promise<readonly Stretch[]>,
): Promise<void> {
  const maintenance = await maintenanceSince(new Date((await clock.realNow(db)).getTime() - BACKLOG_MS - HOUR_MS));
  await write(async ({ tx }) => {
    await lockStatus(tx);
    const now = await clock.realNow(tx);
    const from = firstHour(now, await readLastHour(tx));
    const ids = services.map(({ serviceId }) => serviceId);
    const runs = await readRuns(tx, ids, from);
    const minutes = await readMinutes(tx, new Date(from.getTime() - MINUTE_MS), now);
    const needed = ids.flatMap((service) =>
      minutesToRead(minutes.get(service) ?? NO_MINUTES, from.getTime(), runOf(runs, service)).map((minute) => ({
        service,
        minute: new Date(minute),
      })),
    );
    const turns = await readTurns(tx, needed, now);
    const measured = services.map(({ serviceId }) => {
      const tallies = minutes.get(serviceId) ?? NO_MINUTES;
      const before = runOf(runs, serviceId);
      const hours = rollHours({
        from: from.getTime(),
        now: now.getTime(),
        requests: turns.get(serviceId) ?? [],
        minutes: tallies,
        run: before,
        maintenance,
      });
      const run = hours.at(-1)?.run ?? before;
      const isMaintained = maintenance.some(
        (stretch) => stretch.from <= now.getTime() && now.getTime() <= stretch.to + (isDown(run) ? RESTORING_MS : 0),
      );
      const state = stateNow({ tally: lately(tallies, now), run, isMaintained });
      const since = isDown(run) && state === 'down' ? new Date(run.since) : now;
      return { hours: hours.map((hour) => ({ ...hour, serviceId })), now: { serviceId, state, since } satisfies ServiceNow };
    });
    await writeHours(
      tx,
      from,
      measured.flatMap(({ hours }) => hours),
    );
    await writeStates(
      tx,
      measured.map((each) => each.now),
      now,
    );
  });
}

function firstHour(now: Date, last: Date | undefined): Date {
  const oldest = now.getTime() - BACKLOG_MS;
  const from = Math.max(oldest, Math.min(last?.getTime() ?? oldest, now.getTime() - GROWING_MS));
  return new Date(Math.floor(from / HOUR_MS) * HOUR_MS);
}

function lately(minutes: ReadonlyMap<number, Tally>, now: Date): Tally {
  const from = now.getTime() - DEGRADED.minutes * MINUTE_MS;
  return [...minutes]
    .filter(([minute]) => minute + MINUTE_MS > from)
    .reduce((sum, [, each]) => ({ requests: sum.requests + each.requests, failed: sum.failed + each.failed, slow: sum.slow + each.slow }), NOTHING);
}
