import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { checkKeys } from './keys-fingerprint-store.ts';
import type { OpenedDatabase } from './open-database.ts';

const keys = (audit: number, secrets: number) => ({ audit: Buffer.alloc(32, audit), secrets: Buffer.alloc(32, secrets) });

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('a database takes the keys it is first opened with and refuses all others', async () => {
  await checkKeys(database.db, keys(1, 2));
  await expect(checkKeys(database.db, keys(1, 2))).resolves.toBeUndefined();
  await expect(checkKeys(database.db, keys(1, 3))).rejects.toThrow('made with other keys');
  await expect(checkKeys(database.db, keys(3, 2))).rejects.toThrow('Put the keys file');
});
