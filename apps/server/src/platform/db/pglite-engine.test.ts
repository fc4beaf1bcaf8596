import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';

test.each([
  ['holds 32 MB of the database in the memory of its process, not 128', { shared_buffers: '32MB' }],
  ['looks at 6,000 rows for the statistics of a table, not 30,000', { default_statistics_target: '20' }],
])('the embedded engine %s', async (_what, setting) => {
  const { query, close } = await openDatabase({ pglite: { dataDir: 'memory://' } });
  const { rows } = await query(`show ${Object.keys(setting)[0]}`);
  await close();
  expect(rows).toEqual([setting]);
});

test('statements that follow one another keep no other work waiting until the last one', async () => {
  const { db, close } = await openDatabase({ pglite: { dataDir: 'memory://' } });
  let isOtherDone = false;
  setImmediate(() => (isOtherDone = true));
  // As long as an instant payment each day for a year takes, unless the other work gets its turn.
  let statements = 0;
  for (const began = performance.now(); !isOtherDone && performance.now() - began < 2_000; statements += 1) {
    await db.transaction().execute((tx) => sql`select count(*) from generate_series(1, 1000)`.execute(tx));
  }
  await close();
  expect([isOtherDone, statements > 0]).toEqual([true, true]);
});
