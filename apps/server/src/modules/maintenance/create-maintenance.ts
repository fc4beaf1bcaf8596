/** Maintenance windows: operators start, plan and end them, and every server knows a change within a second. */
import type { MaintenanceWindow } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import { type GivenMaintenance, type Maintenance, MaintenanceMistake, type Running, stateOf } from './maintenance.ts';
import { insertMaintenance, listMaintenance, lockMaintenance, type StoredMaintenance, updateMaintenance } from './maintenance-store.ts';

/** The windows as last read, with the database time and this process's monotonic time of the query. */
interface Known {
  readonly rows: readonly StoredMaintenance[];
  readonly now: Date;
  readonly readAtMs: number;
  /** The monotonic time of the last answer of the database. */
  readonly askedAtMs: number;
}

const NOTHING: Known = { rows: [], now: new Date(0), readAtMs: 0, askedAtMs: Number.NEGATIVE_INFINITY };

const KNOWN_MS = 1_000;
/** How long the last known windows count while the database fails. */
const FAILED_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
const AHEAD_DAYS_MAX = 366;

/** `sayTime` formats an instant for operators. */
export function createMaintenance(
  { db, write, clock, random }: Pick<Platform, 'db' | 'write' | 'clock' | 'random'>,
  sayTime: (instant: Date) => string,
): Maintenance {
  let known: Known | undefined;
  let reading: Promise<Known> | undefined;

  async function readOpen(reader: Reader): Promise<Known> {
    const now = await clock.realNow(reader);
    const rows = await listMaintenance(reader, now);
    return { rows, now, readAtMs: performance.now(), askedAtMs: performance.now() };
  }

  async function refresh(): Promise<Known> {
    // While the database fails, the last known windows count for some seconds. Then it is unknown whether there is maintenance, and calls that need the
    // database report what is wrong.
    const last = known ?? NOTHING;
    const isFresh = performance.now() - last.askedAtMs < FAILED_MS;
    const read = await readOpen(db).catch(() => ({
      ...(isFresh ? { rows: last.rows, now: nowOf(last) } : { rows: [], now: last.now }),
      readAtMs: performance.now(),
      askedAtMs: last.askedAtMs,
    }));
    known = read;
    reading = undefined;
    return read;
  }

  /** Runs one transaction that holds the lock on maintenance. This process then reads the windows again at once. */
  async function change(work: (context: WriteContext, open: readonly StoredMaintenance[], now: Date) => Promise<StoredMaintenance>) {
    return write(async (context) => {
      await lockMaintenance(context.tx);
      const { rows, now } = await readOpen(context.tx);
      const changed = await work(context, rows, now);
      context.afterCommit(() => {
        known = undefined;
      });
      return toWindow(changed, now);
    });
  }

  async function store({ tx, audit }: WriteContext, kind: string, operator: string, row: StoredMaintenance, isNew: boolean) {
    await (isNew ? insertMaintenance(tx, row) : updateMaintenance(tx, row));
    await audit({
      chain: 'operators',
      sandboxId: 'installation',
      event: `maintenance.${kind}`,
      ids: {
        operator,
        maintenanceId: row.maintenanceId,
        from: row.startsAt.toISOString(),
        ...(row.endsAt === null ? {} : { until: row.endsAt.toISOString() }),
      },
    });
    return row;
  }

  const create = (startsAt: Date, { until, texts }: GivenMaintenance, createdAt: Date): StoredMaintenance => ({
    maintenanceId: random.id('mnt'),
    startsAt,
    endsAt: until ?? null,
    cancelledAt: null,
    texts,
    createdAt,
  });

  async function recent(): Promise<Known> {
    if (known !== undefined && performance.now() - known.readAtMs < KNOWN_MS) return known;
    reading ??= refresh();
    return reading;
  }

  return {
    async running() {
      const lately = await recent();
      return runningOf(lately.rows, nowOf(lately));
    },
    async planned() {
      const lately = await recent();
      const now = nowOf(lately);
      return lately.rows.filter((row) => stateOf(row, now) === 'planned').map((row) => toWindow(row, now));
    },

    async announced() {
      const lately = await recent();
      const now = nowOf(lately);
      const windows = lately.rows.map((row) => ({ ...toWindow(row, now), announcedAt: row.createdAt }));
      return windows.filter(({ state }) => state === 'running' || state === 'planned');
    },

    begin: (operator, given) =>
      change(async (context, open, now) => {
        mustBeAhead('--until', given.until, now, sayTime);
        const current = open.find((row) => stateOf(row, now) === 'running');
        if (current === undefined) return store(context, 'begun', operator, create(now, given, now), true);
        if (given.until === undefined && Object.keys(given.texts).length === 0) {
          throw new MaintenanceMistake(
            `It runs already, ${sayEnd(current.endsAt, sayTime)}. Give --until or a --message to change it, or end it: maintenance off`,
          );
        }
        return store(
          context,
          'changed',
          operator,
          { ...current, endsAt: given.until ?? current.endsAt, texts: { ...current.texts, ...given.texts } },
          false,
        );
      }),

    plan: (operator, given) =>
      change(async (context, open, now) => {
        mustBeAhead('--from', given.from, now, sayTime);
        if (given.until <= given.from) throw new MaintenanceMistake(`--until ${sayTime(given.until)} is not after --from ${sayTime(given.from)}.`);
        const other = open.find((row) => row.cancelledAt === null && row.startsAt < given.until && (row.endsAt === null || row.endsAt > given.from));
        if (other !== undefined) {
          const span = `${sayTime(other.startsAt)} ${sayEnd(other.endsAt, sayTime)}`;
          throw new MaintenanceMistake(
            `It overlaps ${other.maintenanceId}, ${span}. Choose another time, or take that one back: ${takeBack(other, now)}`,
          );
        }
        return store(context, 'planned', operator, create(given.from, given, now), true);
      }),

    end: (operator) =>
      change(async (context, open, now) => {
        const running = open.filter((row) => stateOf(row, now) === 'running');
        for (const row of running) await store(context, 'ended', operator, { ...row, endsAt: now }, false);
        const [last] = running;
        if (last !== undefined) return { ...last, endsAt: now };
        const next = open.find((row) => stateOf(row, now) === 'planned');
        throw new MaintenanceMistake(
          next === undefined ? 'No maintenance runs and none is planned.' : `No maintenance runs. Take back what is planned: ${takeBack(next, now)}`,
        );
      }),

    cancel: (operator, maintenanceId) =>
      change(async (context, open, now) => {
        const row = open.find((each) => each.maintenanceId === maintenanceId && stateOf(each, now) === 'planned');
        if (row === undefined) throw new MaintenanceMistake(`No maintenance ${maintenanceId} is planned. List what is: maintenance show`);
        return store(context, 'cancelled', operator, { ...row, cancelledAt: now }, false);
      }),

    async list(since, reader = db) {
      const now = await clock.realNow(reader);
      return (await listMaintenance(reader, since)).map((row) => toWindow(row, now));
    },
  };
}

/** The command that takes a window back. */
const takeBack = (row: StoredMaintenance, now: Date) =>
  stateOf(row, now) === 'running' ? 'maintenance off' : `maintenance cancel ${row.maintenanceId}`;

/** Database time, extrapolated from the last query by the monotonic clock. */
function nowOf({ now, readAtMs }: Known): Date {
  return new Date(now.getTime() + performance.now() - readAtMs);
}

/** If two windows are running, the one that ends last. */
function runningOf(rows: readonly StoredMaintenance[], now: Date): Running | undefined {
  const endOf = ({ endsAt }: StoredMaintenance) => endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const [row] = rows.filter((each) => stateOf(each, now) === 'running').toSorted((a, b) => endOf(b) - endOf(a));
  if (row === undefined) return undefined;
  const secondsLeft = row.endsAt === null ? undefined : Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1_000));
  return { window: toWindow(row, now), secondsLeft };
}

function toWindow(row: StoredMaintenance, now: Date): MaintenanceWindow {
  const { maintenanceId, startsAt, endsAt } = row;
  return {
    maintenanceId,
    state: stateOf(row, now),
    startsAt: startsAt.toISOString(),
    ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
    texts: row.texts,
  };
}

function mustBeAhead(option: string, instant: Date | undefined, now: Date, sayTime: (instant: Date) => string): void {
  if (instant === undefined) return;
  if (instant <= now) throw new MaintenanceMistake(`${option} ${sayTime(instant)} is past: it is ${sayTime(now)} now.`);
  if (instant.getTime() - now.getTime() > AHEAD_DAYS_MAX * DAY_MS) {
    throw new MaintenanceMistake(`${option} ${sayTime(instant)} is more than a year ahead. Look at the year.`);
  }
}

const sayEnd = (endsAt: Date | null, sayTime: (instant: Date) => string) => (endsAt === null ? 'without a planned end' : `until ${sayTime(endsAt)}`);
