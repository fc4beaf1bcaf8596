import { expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';

test('the embedded engine holds 32 MB of the database in the memory of its process, not 128', async () => {
  const { query, close } = await openDatabase({ pglite: { dataDir: 'memory://' } });
  const { rows } = await query('show shared_buffers');
  await close();
  expect(rows).toEqual([{ shared_buffers: '32MB' }]);
});
