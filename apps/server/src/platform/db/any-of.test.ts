import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { anyOf } from './any-of.ts';
import type { OpenedDatabase } from './open-database.ts';
import { type Given, prepared } from './prepared.ts';

type Tables = { shelf: { id: string; label: string } };

const AWKWARD = ['', ' ', 'a,b', '{a}', '"', "it's", '\\', 'NULL', 'õ'];

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('create table shelf (id text primary key, label text not null)');
  await database.query(`insert into shelf select 'book-' || number, 'label' from generate_series(1, 2000) as number`);
  await database.query(`insert into shelf select unnest($1::text[]), 'awkward'`, [AWKWARD]);
  await database.query('analyze shelf');
});
afterAll(() => database.close());

const select = prepared((reader, { ids }: Given<{ ids: readonly string[] }>) =>
  reader
    .withTables<Tables>()
    .selectFrom('shelf')
    .select('id')
    .where(sql<boolean>`id = ${anyOf(ids)}`),
);

describe('any of a list', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['none of an empty list', [], []],
    ['one', ['book-7'], ['book-7']],
    ['those that there are, each once', ['book-7', 'book-0', 'book-9', 'book-7'], ['book-7', 'book-9']],
    ['whatever they are made of', [...AWKWARD, '{', 'a', 'b', 'null'], AWKWARD],
  ])('is %s', async (_what, ids, found) => {
    const { rows } = await select(database.db, { ids });
    expect(rows.map(({ id }) => id).sort()).toEqual([...found].sort());
  });

  it.runIf(process.env.TEST_DATABASE === 'postgres')('is planned for the first five calls on a connection, and then for all', async () => {
    await database.db.transaction().execute(async (tx) => {
      for (let call = 1; call <= 20; call += 1) await select(tx, { ids: [`book-${call}`] });
      const { rows } = await sql<object>`
        select sum(custom_plans)::integer as planned, sum(generic_plans) > 0 as "isKept"
        from pg_prepared_statements where statement like '%"shelf"%' and statement not like '%pg_prepared_statements%'`.execute(tx);
      expect(rows).toEqual([{ planned: 5, isKept: true }]);
    });
  });
});
