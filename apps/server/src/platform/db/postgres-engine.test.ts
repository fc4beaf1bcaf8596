/** On PostgreSQL no statement of ours, no lock and no forgotten transaction lasts: whoever has to wait learns it soon. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { OpenedDatabase } from './open-database.ts';

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
});
