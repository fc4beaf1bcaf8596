/** `sandbox export --csv` where the disk is full: the three files, or none. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Given } from './given.ts';
import { exportFiles } from './sandbox-files.ts';

const disk = vi.hoisted(() => ({ bytesLeft: Number.POSITIVE_INFINITY, code: 'ENOSPC' }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    /** Writes what fits, as a file system does. */
    async writeFile(file: string, text: string, options?: object) {
      const fits = text.slice(0, disk.bytesLeft);
      disk.bytesLeft -= fits.length;
      await real.writeFile(file, fits, options);
      if (fits.length < text.length) throw Object.assign(new Error(disk.code), { code: disk.code });
    },
  };
});
vi.mock('./portal.ts', async (original) => ({
  ...(await original<typeof import('./portal.ts')>()),
  exportTable: async (_session: unknown, table: string) => `${table} of the sandbox\n`,
}));

const TABLES = ['accounts.csv', 'customers.csv', 'transactions.csv'];
let folder: string;
beforeEach(async () => {
  Object.assign(disk, { bytesLeft: Number.POSITIVE_INFINITY, code: 'ENOSPC' });
  folder = await mkdtemp(join(tmpdir(), 'portico-tpp-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = () =>
  exportFiles({
    session: { bank: 'https://bank.example', cookies: {} },
    argument: '',
    others: [],
    options: { csv: folder, yes: '' },
    terminal: { env: {} },
  } as unknown as Given);
const texts = () => Promise.all(TABLES.map((name) => readFile(join(folder, name), 'utf8')));

it('writes the three files, and replaces those of an earlier export', async () => {
  for (const name of TABLES) await writeFile(join(folder, name), 'earlier');
  await run();
  expect(await texts()).toEqual(['accounts', 'customers', 'transactions'].map((table) => `${table} of the sandbox\n`));
  expect((await readdir(folder)).sort()).toEqual(TABLES);
});

it.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EIO', 'cannot be written (EIO)'],
])('leaves the earlier files, and no half one, after %s', async (code, told) => {
  for (const name of TABLES) await writeFile(join(folder, name), 'earlier');
  Object.assign(disk, { bytesLeft: 30, code });
  await expect(run()).rejects.toThrow(told);
  expect(await texts()).toEqual(TABLES.map(() => 'earlier'));
  expect((await readdir(folder)).sort()).toEqual(TABLES);
});

it('leaves an empty folder when nothing fits', async () => {
  disk.bytesLeft = 0;
  await expect(run()).rejects.toThrow('Free some space');
  expect(await readdir(folder)).toEqual([]);
});
