import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { migrate, NewerSchema } from './migrate.ts';
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

  // Review of 25 November 2026, section 2: an older version started on a newer schema.
  describe('of several releases', () => {
    const release = (before: string) => migrate({ script: async (text) => void (await database.query(text)), query: database.query }, folder, before);
    beforeEach(async () => {
      // Without the release of this repository.
      await database.query('comment on table schema_migration is null');
      await write('9001-first.sql', 'create table fruit (id integer)');
      await release('9001-first.sql');
      await write('9002-second.sql', 'alter table fruit add column name text');
      await release('9001-first.sql');
    });

    it('let the release before start, which finds nothing to do', async () => {
      await rm(join(folder, '9002-second.sql'));
      expect(await release('9001-first.sql')).toEqual([]);
    });

    it('let no older one start, and it changes nothing', async () => {
      await write('9003-third.sql', 'alter table fruit add column colour text');
      await release('9002-second.sql');
      for (const name of ['9002-second.sql', '9003-third.sql']) await rm(join(folder, name));
      await write('9004-else.sql', 'drop table fruit');
      const refused = release('9001-first.sql');
      await expect(refused).rejects.toThrow(NewerSchema);
      await expect(refused).rejects.toThrow(/it needs 9002-second\.sql\)\. Start that version or the one before it/);
      expect(await rowsOf(`select to_regclass('fruit') is not null as is_there`)).toEqual([{ is_there: true }]);
    });

    it('never need less than before', async () => {
      await write('9003-third.sql', 'alter table fruit add column colour text');
      await release('9002-second.sql');
      await write('9004-fourth.sql', 'alter table fruit add column weight integer');
      await release('9001-first.sql');
      expect(await rowsOf(`select obj_description('schema_migration'::regclass, 'pg_class') as text`)).toEqual([{ text: 'needs: 9002-second.sql' }]);
    });
  });

  it('leave the name of the last migration of the release before', async () => {
    const [row] = await rowsOf(`select obj_description('schema_migration'::regclass, 'pg_class') as text`);
    expect(await readdir(new URL('../../../migrations', import.meta.url))).toContain(/^needs: (.*)$/.exec(String(Object(row).text))?.[1]);
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
