/** On PostgreSQL no statement of ours, no lock and no forgotten transaction lasts: whoever has to wait learns it soon. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { OpenedDatabase } from './open-database.ts';
import { waitingSince } from './turns.ts';

describe.runIf(process.env.TEST_DATABASE === 'postgres')('every connection to PostgreSQL', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it.each([
    ['lock_timeout', '2s'],
    ['statement_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])('has its %s', async (name, value) => {
    expect((await database.query(`select current_setting($1) as value`, [name])).rows).toEqual([{ value }]);
  });

  it('gives up what another one holds, as something that may be tried again', async () => {
    await database.query('create table held (id integer)');
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table held in access exclusive mode`.execute(tx);
      const outcome: unknown = await database.query('select * from held').catch((error: unknown) => error);
      expect(isDatabaseUnavailable(outcome)).toBe(true);
    });
    expect((await database.query('select * from held')).rows).toEqual([]);
  });

  it('waits for all locks of a transaction together no longer than for one, where somebody waits for it', async () => {
    expect(await lockTimeouts((work) => waitingSince(performance.now(), work))).toEqual(['2s', '2s', '1500ms', '1s', '250ms', '250ms']);
  });

  it('has its two seconds again in the next transaction', async () => {
    await lockTimeouts((work) => waitingSince(performance.now(), work));
    expect((await database.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '2s' }]);
  });

  it('leaves a job its time for each lock', async () => {
    expect(await lockTimeouts((work) => work())).toEqual(Array.from({ length: 6 }, () => '2s'));
  });

  /** What a lock is waited for in a transaction after 0, 249, 600, 1001, 1999 and 60,000 ms. */
  async function lockTimeouts(as: (work: () => Promise<string[]>) => Promise<string[]>): Promise<string[]> {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      return await as(() =>
        database.db.transaction().execute(async (tx) => {
          const timeouts: string[] = [];
          for (const ms of [0, 249, 351, 401, 998, 58_001]) {
            vi.advanceTimersByTime(ms);
            const { rows } = await sql<{ setting: string }>`select current_setting('lock_timeout') as setting`.execute(tx);
            timeouts.push(rows[0]?.setting ?? '');
          }
          return timeouts;
        }),
      );
    } finally {
      vi.useRealTimers();
    }
  }
});
