/** Review of 25 November 2026, section 2: a server without its database answered the last maintenance that it knew, for hours. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createMaintenance } from './create-maintenance.ts';
import { insertMaintenance } from './maintenance-store.ts';

let database: OpenedDatabase;
let isAway = false;
const startsAt = new Date('2026-11-29T10:00:00Z');

const open = () =>
  createMaintenance(
    {
      db: database.db,
      write: () => Promise.reject(new Error('not used')),
      clock: {
        realNow: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Date('2026-11-29T11:00:00Z'))),
        now: () => Promise.reject(new Error('not used')),
        know: () => {},
      },
      random: createRandom(),
    },
    String,
  );

beforeAll(async () => {
  database = await openTestDatabase();
  await database.db
    .transaction()
    .execute((tx) => insertMaintenance(tx, { maintenanceId: 'mnt_1', startsAt, endsAt: null, texts: {}, createdAt: startsAt }));
});
afterAll(() => database.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.useRealTimers();
  isAway = false;
});

describe('maintenance that a server knows while its database is away', () => {
  it('runs on for some seconds', async () => {
    const maintenance = open();
    expect(await maintenance.running()).toBeDefined();
    isAway = true;
    for (let seconds = 0; seconds < 9; seconds += 1) {
      vi.advanceTimersByTime(1_000);
      expect((await maintenance.running())?.window.maintenanceId).toBe('mnt_1');
    }
  });

  it('is unknown after that, however often a server was asked, and unknown is no maintenance', async () => {
    const maintenance = open();
    await maintenance.running();
    isAway = true;
    for (let seconds = 0; seconds < 12; seconds += 1) {
      vi.advanceTimersByTime(1_000);
      await maintenance.running();
    }
    expect([await maintenance.running(), await maintenance.planned(), await maintenance.announced()]).toEqual([undefined, [], []]);
  });

  it('runs again when the database is back', async () => {
    const maintenance = open();
    isAway = true;
    vi.advanceTimersByTime(60_000);
    expect(await maintenance.running()).toBeUndefined();
    isAway = false;
    vi.advanceTimersByTime(1_000);
    expect(await maintenance.running()).toBeDefined();
  });
});
