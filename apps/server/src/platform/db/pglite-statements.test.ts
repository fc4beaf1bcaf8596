/** The embedded engine parses a statement once, and a failed statement does not affect later ones. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from './open-database.ts';

const PREPARED_MAX = 1_000;

describe.runIf(process.env.TEST_DATABASE !== 'postgres')('the embedded engine', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query('drop table if exists shelf; create table shelf (id integer primary key, label text)');
  });

  const insert = (id: unknown, label?: unknown) => database.query('insert into shelf (id, label) values ($1, $2) returning label', [id, label]);
  const timesPrepared = async (text: string) =>
    (await database.query('select count(*)::int as count from pg_prepared_statements where statement = $1', [text])).rows;
  const codeOf = (answer: Promise<unknown>) => answer.then(() => 'answered').catch((error: unknown) => Reflect.get(Object(error), 'code'));

  it('parses a statement once for all its values', async () => {
    for (const id of [1, 2, 3]) expect((await insert(id, `book ${id}`)).rows).toEqual([{ label: `book ${id}` }]);
    expect(await timesPrepared('insert into shelf (id, label) values ($1, $2) returning label')).toEqual([{ count: 1 }]);
  });

  it('keeps a generic plan after repeated executions of a statement', async () => {
    const text = 'select label from shelf where id = $1';
    for (let round = 0; round < 8; round += 1) await database.query(text, [round]);
    const { rows } = await database.query('select generic_plans >= 3 as isKept from pg_prepared_statements where statement = $1', [text]);
    expect(rows).toEqual([{ iskept: true }]);
  });

  it.each<readonly [string, unknown, unknown]>([
    ['text', 'ä ’ \\ "', 'ä ’ \\ "'],
    ['text', '', ''],
    ['text', null, null],
    ['text', undefined, null],
    ['integer', -5, -5],
    ['bigint', 2 ** 53 - 1, 2 ** 53 - 1],
    ['boolean', false, false],
    ['date', '2026-02-28', '2026-02-28'],
    ['timestamptz', new Date(86_400_001), new Date(86_400_001)],
    ['text[]', ['a,b', '"', 'null'], ['a,b', '"', 'null']],
    ['integer[]', [], []],
    ['jsonb', { a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
    ['bytea', Buffer.from([0, 1, 255]), new Uint8Array([0, 1, 255])],
  ])('writes and reads %s: %j', async (type, value, read) => {
    for (const _time of ['parsed', 'known']) expect((await database.query(`select $1::${type} as value`, [value])).rows).toEqual([{ value: read }]);
  });

  it('returns no rows for a select without matches and for a delete', async () => {
    expect((await database.query('select label from shelf where id = $1', [99])).rows).toEqual([]);
    expect((await database.query('delete from shelf where id = $1', [99])).rows).toEqual([]);
  });

  it('returns the number of rows that a statement changed', async () => {
    await insert(1);
    await insert(2);
    const changed = await sql`update shelf set label = ${'x'} where id < ${9}`.execute(database.db);
    expect(changed.numAffectedRows).toBe(2n);
  });

  it.each<readonly [string, string, string, readonly unknown[]]>([
    ['what cannot be parsed', '42601', 'selekt $1', [1]],
    ['a table that is not there', '42P01', 'select * from nowhere where id = $1', [1]],
    ['a value that does not fit', '22P02', 'select * from shelf where id = $1', ['one']],
    ['a value too few', '08P01', 'select * from shelf where id = $1 and label = $2', [1]],
    ['a second row of the same key', '23505', 'insert into shelf (id) values ($1), ($1)', [7]],
    ['a division by nothing', '22012', 'select 1 / $1::integer', [0]],
  ])('refuses %s (%s) each time and executes the next statement', async (_what, code, text, values) => {
    for (const _time of ['parsed', 'known']) expect(await codeOf(database.query(text, values))).toBe(code);
    expect((await insert(1, 'after')).rows).toEqual([{ label: 'after' }]);
  });

  it('refuses every statement in a failed transaction and executes statements after it', async () => {
    const failed = database.db.transaction().execute(async (tx) => {
      await sql`insert into shelf (id) values (${1})`.execute(tx);
      expect(await codeOf(sql`insert into shelf (id) values (${1})`.execute(tx))).toBe('23505');
      expect(await codeOf(sql`insert into shelf (id) values (${2})`.execute(tx))).toBe('25P02');
      expect(await codeOf(sql`select ${'never parsed before'}::text`.execute(tx))).toBe('25P02');
      throw new Error('gives up');
    });
    await expect(failed).rejects.toThrow('gives up');
    expect((await database.query('select * from shelf where id > $1', [0])).rows).toEqual([]);
    expect((await database.query('select $1::text as value', ['never parsed before'])).rows).toEqual([{ value: 'never parsed before' }]);
  });

  it('keeps a statement that was parsed in a rolled back transaction', async () => {
    const text = 'select count(*)::int as count from shelf where label = $1';
    const undone = database.db.transaction().execute(async (tx) => {
      await sql`insert into shelf (id) values (${1})`.execute(tx);
      await sql`select count(*)::int as count from shelf where label = ${'x'}`.execute(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await database.query(text, ['x'])).rows).toEqual([{ count: 0 }]);
    expect(await timesPrepared(text)).toEqual([{ count: 1 }]);
  });

  it('keeps at most 1000 prepared statements and executes the others', async () => {
    for (let at = 0; at <= PREPARED_MAX; at += 1) {
      const { rows } = await database.query(`select $1::int + ${at} as sum`, [1]);
      if (at % 250 === 0) expect(rows).toEqual([{ sum: at + 1 }]);
    }
    const { rows } = await database.query('select count(*)::int as count from pg_prepared_statements');
    expect(rows).toEqual([{ count: PREPARED_MAX }]);
    expect(await codeOf(database.query('select 1 / $1::integer as never_kept', [0]))).toBe('22012');
    expect((await insert(1, 'kept')).rows).toEqual([{ label: 'kept' }]);
  });

  it('refuses statements after it was closed', async () => {
    const closed = await openTestDatabase();
    await closed.close();
    await expect(closed.query('select $1::int', [1])).rejects.toThrow('The embedded database is closed.');
  });
});
