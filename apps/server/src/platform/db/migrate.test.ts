import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';
import type { OpenedDatabase } from './open-database.ts';

let database: OpenedDatabase;
let folder: string;

beforeEach(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const run = () => migrate({ script: async (text) => void (await database.query(text)), query: database.query }, folder);
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const rowsOf = async (text: string) => (await database.query(text)).rows;

describe('migrations', () => {
  it('run once, in the order of their numbers, and other files are no migrations', async () => {
    await write('9002-fill.sql', 'insert into fruit values (1)');
    await write('9001-make.sql', 'create table fruit (id integer)');
    await write('README.md', 'no SQL');
    expect(await run()).toEqual(['9001-make.sql', '9002-fill.sql']);
    expect(await run()).toEqual([]);
    expect(await rowsOf('select id from fruit')).toEqual([{ id: 1 }]);
  });

  it('run once although two servers start at the same moment', async () => {
    await write('9001-make.sql', 'create table fruit (id integer); insert into fruit values (1);');
    await Promise.all([run(), run()]);
    expect(await rowsOf('select id from fruit')).toEqual([{ id: 1 }]);
  });

  it('that fail change nothing and are tried again', async () => {
    await write('9001-make.sql', 'create table fruit (id integer); insert into nowhere values (1);');
    await expect(run()).rejects.toThrow('Migration 9001-make.sql failed and changed nothing.');
    expect(await rowsOf(`select to_regclass('fruit') as name`)).toEqual([{ name: null }]);
    await write('9001-make.sql', 'create table fruit (id integer)');
    expect(await run()).toEqual(['9001-make.sql']);
  });

  it('that were edited after they had run stop the start', async () => {
    await write('9001-make.sql', 'create table fruit (id integer)');
    await run();
    await write('9001-make.sql', 'create table fruit (id bigint)');
    await expect(run()).rejects.toThrow('Migration 9001-make.sql was edited after it had been applied.');
  });

  it('may take longer than a request, and wait for another server', async () => {
    await write(
      '9001-limits.sql',
      `create table limits as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
    );
    await run();
    expect(await rowsOf('select * from limits')).toEqual([{ statement: '0', lock: '1min' }]);
  });
});
