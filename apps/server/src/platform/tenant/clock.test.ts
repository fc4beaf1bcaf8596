import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from '../db/open-database.ts';
import { createClock } from './clock.ts';

const SANDBOX_ID = 'sbx_clock';
const HOUR_MS = 60 * 60 * 1000;
const clock = createClock();

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('insert into sandbox (id, name, clock_offset_ms) values ($1, $1, $2)', [SANDBOX_ID, HOUR_MS]);
});
afterAll(() => database.close());

describe('tenant time', () => {
  it('is the database’s time and the sandbox’s offset', async () => {
    // In a transaction both are the time of its beginning.
    await database.db.transaction().execute(async (tx) => {
      const realNow = await clock.realNow(tx);
      expect(await clock.now(tx, SANDBOX_ID)).toEqual(new Date(realNow.getTime() + HOUR_MS));
    });
  });

  it('is refused for a sandbox that does not exist', () =>
    expect(clock.now(database.db, 'sbx_none')).rejects.toThrow('There is no sandbox sbx_none.'));

  it('stands still in a transaction, and is what a statement of it brought along, for that sandbox and that transaction', async () => {
    const brought = new Date('2030-05-01T08:00:00.000Z');
    await database.db.transaction().execute(async (tx) => {
      const first = await clock.now(tx, SANDBOX_ID);
      expect(await clock.now(tx, SANDBOX_ID)).toEqual(first);
      clock.know(tx, SANDBOX_ID, brought);
      expect(await clock.now(tx, SANDBOX_ID)).toEqual(brought);
      await expect(clock.now(tx, 'sbx_none')).rejects.toThrow('There is no sandbox');
    });
    await database.db.transaction().execute(async (tx) => expect(await clock.now(tx, SANDBOX_ID)).not.toEqual(brought));
    expect(await clock.now(database.db, SANDBOX_ID)).not.toEqual(brought);
  });
});
