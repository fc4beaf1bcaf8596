import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from './open-database.ts';
import { tendEmbedded } from './tend-embedded.ts';

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('create table worn (id int primary key, note text)');
  await database.query(`insert into worn select number, 'as it was' from generate_series(1, 1000) as number`);
});
afterAll(() => database.close());
beforeEach(() => tendEmbedded(database));

const wear = (rows: number) => database.query(`update worn set note = note || '.' where id <= $1`, [rows]);

async function readWear(): Promise<unknown> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query(
    `select n_dead_tup as dead, n_mod_since_analyze as uncounted from pg_stat_user_tables where relname = 'worn'`,
  );
  return rows[0];
}

describe.runIf(process.env.TEST_DATABASE !== 'postgres')('the embedded database', () => {
  it('is vacuumed of dead rows and its tables are analysed', async () => {
    await wear(400);
    expect(await readWear()).toEqual({ dead: 400, uncounted: 400 });
    expect(await tendEmbedded(database)).toContain('vacuum (analyze) worn');
    expect(await readWear()).toEqual({ dead: 0, uncounted: 0 });
    const { rows } = await database.query(`select reltuples as rows from pg_class where relname = 'worn'`);
    expect(rows).toEqual([{ rows: 1000 }]);
  });

  it('analyses a table after more than 50 changes and a tenth of its rows, as PostgreSQL does', async () => {
    await wear(150);
    expect(await tendEmbedded(database)).not.toContain('vacuum (analyze) worn');
    await wear(1);
    expect(await tendEmbedded(database)).toContain('vacuum (analyze) worn');
  });

  it('does not vacuum a table with few changes', async () => {
    await wear(20);
    expect(await tendEmbedded(database)).toEqual([]);
    expect(await readWear()).toEqual({ dead: 20, uncounted: 20 });
  });

  it('finds a table whose name needs quotes', async () => {
    await database.query('create table "Worn ""too""" as select * from worn');
    expect(await tendEmbedded(database)).toEqual(['vacuum (analyze) "Worn ""too"""']);
  });

  it('writes a checkpoint once its log is longer than 64 MB', async () => {
    const write = (megabytes: number) =>
      database.query(`select pg_logical_emit_message(false, 'test', repeat('.', 1024 * 1024)) from generate_series(1, $1)`, [megabytes]);
    await database.query('checkpoint');
    await write(62);
    expect(await tendEmbedded(database)).toEqual([]);
    await write(3);
    expect(await tendEmbedded(database)).toEqual(['checkpoint']);
    expect(await tendEmbedded(database)).toEqual([]);
    const { rows } = await database.query(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) < 1000000 as "isShort" from pg_control_checkpoint()`,
    );
    expect(rows).toEqual([{ isShort: true }]);
  });
});

describe('a PostgreSQL server', () => {
  it('gets no maintenance statements from Portico', async () => {
    const asked: string[] = [];
    const query = async (text: string) => {
      asked.push(text);
      return { rows: [] };
    };
    expect(await tendEmbedded({ engine: 'postgres', query })).toEqual([]);
    expect(asked).toEqual([]);
  });
});
