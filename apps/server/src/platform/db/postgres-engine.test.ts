/** On PostgreSQL no statement of ours, no lock and no forgotten transaction lasts: whoever has to wait learns it soon. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    await database.query('create table queue as select 1 as id');
    await database.query('create table barred (id integer)');
    const { db } = database;
    const first = Promise.withResolvers<void>();
    const outcome = await db.transaction().execute(async (barrier) => {
      await sql`lock table barred in access exclusive mode`.execute(barrier);
      const holder = db.transaction().execute(async (tx) => {
        await sql`select id from queue for update`.execute(tx);
        first.resolve();
        await sql`select pg_sleep(1.2)`.execute(tx);
      });
      await first.promise;
      const beganAt = performance.now();
      const call = () =>
        db.transaction().execute(async (tx) => {
          await sql`select id from queue for update`.execute(tx);
          await sql`select id from barred`.execute(tx);
        });
      const error: unknown = await waitingSince(beganAt, call).catch((reason: unknown) => reason);
      await holder;
      return { error, ms: performance.now() - beganAt };
    });
    expect(isDatabaseUnavailable(outcome.error)).toBe(true);
    expect(outcome.ms).toBeLessThan(2_900);
  });

  it('leaves a job its time for each lock', async () => {
    const settingAfter = (seconds: number) =>
      database.db.transaction().execute(async (tx) => {
        await sql`select pg_sleep(${seconds})`.execute(tx);
        return (await sql<{ ms: string }>`select current_setting('lock_timeout') as ms`.execute(tx)).rows[0]?.ms;
      });
    expect(await settingAfter(0.6)).toBe('2s');
    expect(await waitingSince(performance.now(), () => settingAfter(0.6))).toBe('1500ms');
    expect(await waitingSince(performance.now(), () => settingAfter(0))).toBe('2s');
  });
});
