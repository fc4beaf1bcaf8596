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
