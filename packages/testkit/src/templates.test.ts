import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetOldTemplates } from './templates.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-templates-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function make(name: string, madeAtSeconds: number): Promise<void> {
  const path = join(folder, name);
  if (name.startsWith('bank')) await mkdir(join(path, 'data'), { recursive: true });
  else await writeFile(path, '');
  await utimes(path, madeAtSeconds, madeAtSeconds);
}

it('keeps the newest four folders or files of a kind, and leaves other kinds alone', async () => {
  for (const [at, name] of ['bank-z', 'bank-a', 'bank-m', 'bank-c', 'bank-b', 'bank-y'].entries()) await make(name, 1000 + at);
  for (const at of [1, 2, 3, 4, 5]) await make(`pglite-${at}.tar`, at);
  expect(await forgetOldTemplates('bank', folder)).toEqual(['bank-a', 'bank-z']);
  expect((await readdir(folder)).filter((name) => name.startsWith('bank')).sort()).toEqual(['bank-b', 'bank-c', 'bank-m', 'bank-y']);
  expect(await forgetOldTemplates('bank', folder)).toEqual([]);
  expect(await forgetOldTemplates('pglite', folder)).toEqual(['pglite-1.tar']);
});
