import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { OpenedDatabase } from './open-database.ts';
import { type Given, prepared, together, unawaited } from './prepared.ts';

type Tables = { shelf: { id: string; label: string | null; count: number } };

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ waitMs: undefined });
  await database.query('create table shelf (id text primary key, label text, count integer not null)');
});
afterAll(() => database.close());

interface Book {
  readonly id: string;
  readonly label: string | undefined;
  readonly count: number;
}

let built = 0;
const insert = prepared((reader, given: Given<Book>) => {
  built += 1;
  return reader
    .withTables<Tables>()
    .insertInto('shelf')
    .values({ count: given.count, id: given.id, label: given.label })
    .returning(['label', sql<boolean>`id = ${given.id}`.as('isSame')]);
});
const select = prepared((reader, given: Given<{ id: string }>) =>
  reader.withTables<Tables>().selectFrom('shelf').selectAll().where('id', '=', given.id),
);

const put = unawaited((reader, given: Given<Book>) =>
  reader.withTables<Tables>().insertInto('shelf').values({ count: given.count, id: given.id, label: given.label }),
);

describe('a prepared statement', () => {
  it('is built once and takes the values of each call by name, not by order', async () => {
    const answers = [
      await insert(database.db, { id: 'a', label: 'first', count: 1 }),
      await insert(database.db, { count: 2, label: 'second', id: 'b' }),
    ];
    expect(answers.flatMap(({ rows }) => rows)).toEqual([
      { label: 'first', isSame: true },
      { label: 'second', isSame: true },
    ]);
    expect(built).toBe(1);
    expect((await select(database.db, { id: 'b' })).rows).toEqual([{ id: 'b', label: 'second', count: 2 }]);
  });

  it('writes null for an absent value', async () => {
    expect((await insert(database.db, { id: 'c', label: undefined, count: 3 })).rows).toEqual([{ label: null, isSame: true }]);
  });

  it('reads rows that its transaction wrote, and none of them after a rollback', async () => {
    const undone = database.db.transaction().execute(async (tx) => {
      await insert(tx, { id: 'd', label: 'gone', count: 4 });
      expect((await select(tx, { id: 'd' })).rows).toHaveLength(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await select(database.db, { id: 'd' })).rows).toEqual([]);
  });

  it('over an altered table succeeds, or fails once as retryable and then succeeds', async () => {
    await select(database.db, { id: 'a' });
    await database.query('alter table shelf add column colour text');
    const first = await select(database.db, { id: 'a' }).catch((error: unknown) => error);
    expect(first instanceof Error ? isDatabaseUnavailable(first) : true).toBe(true);
    expect((await select(database.db, { id: 'a' })).rows).toEqual([{ id: 'a', label: 'first', count: 1, colour: null }]);
  });
});

describe('statements that a transaction asks for together', () => {
  const book = (id: string) => ({ id, label: 'new', count: 1 });
  const isThere = async (id: string) => (await select(database.db, { id })).rows.length === 1;

  it('run in the order of the calls, an unawaited one between them too', async () => {
    const [before, , , after] = await database.db
      .transaction()
      .execute((tx) => together([select(tx, { id: 'one' }), insert(tx, book('one')), put(tx, book('two')), select(tx, { id: 'two' })]));
    expect([before.rows.length, after.rows.length, await isThere('one')]).toEqual([0, 1, true]);
  });

  it('fail with the first error when all have ended, and the transaction is rolled back', async () => {
    await insert(database.db, book('known'));
    let hasEnded = false;
    const failing = database.db.transaction().execute(async (tx) => {
      const later = select(tx, { id: 'a' }).finally(() => {
        hasEnded = true;
      });
      await together([insert(tx, book('undone')), insert(tx, book('known')), later]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect([hasEnded, await isThere('undone')]).toEqual([true, false]);
  });

  it('have all ended when a failure outside the database is thrown', async () => {
    let ended = 0;
    const twice = async (reader: Parameters<typeof put>[0]) => {
      for (const id of ['a', 'b']) await select(reader, { id });
      ended += 1;
    };
    const failing = database.db.transaction().execute((tx) => together([Promise.reject(new Error('refused')), twice(tx)]));
    await expect(failing).rejects.toThrow('refused');
    expect(ended).toBe(1);
  });

  it.runIf(process.env.TEST_DATABASE === 'postgres')('leave while the first of them waits for a lock, and see what it has waited for', async () => {
    await insert(database.db, book('held'));
    const lock = prepared((reader, given: Given<{ id: string }>) =>
      reader.withTables<Tables>().selectFrom('shelf').select('id').where('id', '=', given.id).forUpdate(),
    );
    const [isLocked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.db.transaction().execute(async (tx) => {
      await lock(tx, { id: 'held' });
      isLocked.resolve();
      await release.promise;
      await insert(tx, book('meanwhile'));
    });
    await isLocked.promise;
    const sent = vi.spyOn(Client.prototype, 'query');
    const asking = database.db.transaction().execute((tx) => together([lock(tx, { id: 'held' }), select(tx, { id: 'meanwhile' })]));
    // `begin`, the lock and what follows it.
    try {
      await expect.poll(() => sent.mock.calls.length).toBe(3);
    } finally {
      release.resolve();
    }
    const [, seen] = await asking;
    await holding;
    sent.mockRestore();
    expect(seen.rows).toHaveLength(1);
  });
});

describe('an unawaited statement', () => {
  const book = (id: string) => ({ id, label: 'unread', count: 1 });
  const isThere = async (id: string) => (await select(database.db, { id })).rows.length === 1;
  beforeAll(async () => void (await insert(database.db, book('taken'))));

  it('is visible to the next statement and after the commit', async () => {
    const seen = await database.db.transaction().execute(async (tx) => {
      await put(tx, book('followed'));
      return (await select(tx, { id: 'followed' })).rows;
    });
    await database.db.transaction().execute((tx) => put(tx, book('last')));
    expect([seen.length, await isThere('followed'), await isThere('last')]).toEqual([1, true, true]);
  });

  it.each([
    ['the commit', async () => undefined],
    ['what follows it', async (tx: Parameters<typeof put>[0]) => select(tx, { id: 'a' })],
    ['another one', async (tx: Parameters<typeof put>[0]) => put(tx, book('behind'))],
  ])('fails at %s with its own error, and the transaction is rolled back', async (_what, next) => {
    const failing = database.db.transaction().execute(async (tx) => {
      await insert(tx, book('before'));
      await put(tx, book('taken'));
      await next(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect([await isThere('before'), await isThere('behind')]).toEqual([false, false]);
  });

  it('is rolled back when the work after it fails', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await put(tx, book('undone'));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await isThere('undone')).toBe(false);
  });

  it.runIf(process.env.TEST_DATABASE === 'postgres')('is not executed when its connection is lost first, and the next one is', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await put(tx, book('lost'));
      await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    });
    expect(isDatabaseUnavailable(await failing.catch((error: unknown) => error))).toBe(true);
    expect(await isThere('lost')).toBe(false);
    await database.db.transaction().execute((tx) => put(tx, book('lost')));
    expect(await isThere('lost')).toBe(true);
  });
});
