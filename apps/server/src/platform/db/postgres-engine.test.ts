/** Limits on PostgreSQL: no statement, no lock and no forgotten transaction lasts longer, and a waiting request is refused early. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { DATABASE_CONNECTIONS } from './connection.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { OpenedDatabase } from './open-database.ts';
import { type Given, prepared, together } from './prepared.ts';
import { beginWait, waitingAs } from './turns.ts';

describe.runIf(process.env.TEST_DATABASE === 'postgres')('every connection to PostgreSQL', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase({ waitMs: undefined });
  });
  afterAll(() => database.close());

  it.each([
    ['lock_timeout', '2s'],
    ['statement_timeout', '2s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])('limits %s for a request', async (name, value) => {
    for (const asked of await requested(() => everyWayToAsk(name))) expect(asked).toBe(value);
  });

  it('has the name of the program, which administrators see', async () => {
    expect(new Set(await everyWayToAsk('application_name'))).toEqual(new Set(['portico']));
  });

  it('allows ten seconds for a statement outside a request', async () => {
    for (const asked of await everyWayToAsk('statement_timeout')) expect(asked).toBe('10s');
  });

  it('limits a request to two seconds on a connection that allowed ten before', async () => {
    for (let turn = 0; turn < 2 * DATABASE_CONNECTIONS; turn += 1) {
      await everyWayToAsk('statement_timeout');
      expect(await requested(() => everyWayToAsk('statement_timeout'))).toEqual(['2s', '2s', '2s', '2s']);
    }
  });

  it('commits a statement outside a request, and nothing of one that fails', async () => {
    await database.query('create table kept (id integer primary key)');
    const insert = (id: number) => sql`insert into kept values (${id})`.execute(database.db);
    await insert(1);
    await expect(insert(1)).rejects.toThrow('kept_pkey');
    await insert(2);
    await expect(database.query('insert into kept values ($1)', [2])).rejects.toThrow('kept_pkey');
    await database.query('insert into kept values ($1)', [3]);
    expect((await database.query('select id from kept order by id')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const { rows } = await database.query(`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
    expect(rows).toEqual([]);
  });

  it('returns the rows of all statements that are sent as one text', async () => {
    expect((await database.query('select 1 as one; select 2 as two')).rows).toEqual([{ one: 1 }, { two: 2 }]);
    expect((await requested(() => database.query('select 1 as one; select 2 as two'))).rows).toEqual([{ one: 1 }, { two: 2 }]);
  });

  it('cancels a slow statement of a request as retryable, but not a slow commit', async () => {
    await database.query(`
      create table slow (id integer);
      create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(2.2); return null; end $$;
      create constraint trigger take_long after insert on slow deferrable initially deferred for each row execute function take_long();`);
    const outcome: unknown = await requested(() => database.query('select pg_sleep($1)', [30]).catch((error: unknown) => error));
    expect(isDatabaseUnavailable(outcome)).toBe(true);
    await requested(() => database.db.transaction().execute((tx) => sql`insert into slow values (1)`.execute(tx)));
    expect((await database.query('select id from slow')).rows).toEqual([{ id: 1 }]);
  });

  it('fails as retryable when another connection holds the lock too long', async () => {
    await database.query('create table held (id integer)');
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table held in access exclusive mode`.execute(tx);
      const outcome: unknown = await database.query('select * from held').catch((error: unknown) => error);
      expect(isDatabaseUnavailable(outcome)).toBe(true);
    });
    expect((await database.query('select * from held')).rows).toEqual([]);
  });

  it('lowers lock_timeout in a request with the age of the transaction, to 250 ms at least', async () => {
    expect(await timeoutsIn('lock_timeout', requested)).toEqual(['2s', '2s', '1500ms', '1s', '250ms', '250ms']);
  });

  it('lowers statement_timeout in a request with the age of the transaction, to 750 ms at least', async () => {
    expect(await timeoutsIn('statement_timeout', requested)).toEqual(['2s', '2s', '1500ms', '1s', '750ms', '750ms']);
  });

  it('lowers both timeouts of a transaction by what its request spent on earlier statements, not by the age of the request', async () => {
    const inTransactionAfter = (steps: number) => {
      const wait = beginWait(performance.now() - 60_000);
      wait.stepsSpent = steps;
      return waitingAs(wait, async () => (await everyWayToAsk('lock_timeout')).concat(await everyWayToAsk('statement_timeout')));
    };
    expect(await inTransactionAfter(0)).toEqual(Array.from({ length: 8 }, () => '2s'));
    expect(await inTransactionAfter(4)).toEqual(['2s', '2s', '2s', '1s', '2s', '2s', '2s', '1s']);
    expect(await inTransactionAfter(90)).toEqual(['2s', '2s', '2s', '250ms', '2s', '2s', '2s', '750ms']);
  });

  it('counts the time of each statement of a request in whole steps', async () => {
    const wait = beginWait(performance.now());
    await waitingAs(wait, async () => {
      await sql`select 1`.execute(database.db);
      expect(wait.stepsSpent).toBe(0);
      vi.useFakeTimers({ toFake: ['performance'] });
      const answer = database.db.transaction().execute(async (tx) => {
        const slow = sql`select pg_sleep(0)`.execute(tx);
        vi.advanceTimersByTime(1_100);
        await slow;
      });
      await answer.finally(() => vi.useRealTimers());
    });
    expect(wait.stepsSpent).toBe(4);
  });

  it('counts the time of statements that a transaction asks for together once', async () => {
    const ask = prepared((_reader, given: Given<{ value: number }>) => sql`select ${given.value}::integer`);
    const wait = beginWait(performance.now());
    await waitingAs(wait, async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const answer = database.db.transaction().execute(async (tx) => {
        const both = together([ask(tx, { value: 1 }), ask(tx, { value: 2 })]);
        // Both are sent within these turns, and no answer is read.
        for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
        vi.advanceTimersByTime(1_100);
        await both;
      });
      await answer.finally(() => vi.useRealTimers());
    });
    expect(wait.stepsSpent).toBe(4);
  });

  it('allows two seconds again in the next request', async () => {
    await timeoutsIn('lock_timeout', requested);
    expect(await requested(() => everyWayToAsk('lock_timeout'))).toEqual(['2s', '2s', '2s', '2s']);
    expect(await requested(() => everyWayToAsk('statement_timeout'))).toEqual(['2s', '2s', '2s', '2s']);
  });

  it('does not lower the timeouts of a job with the age of its transaction', async () => {
    expect(await timeoutsIn('lock_timeout', (work) => work())).toEqual(Array.from({ length: 6 }, () => '2s'));
    expect(await timeoutsIn('statement_timeout', (work) => work())).toEqual(Array.from({ length: 6 }, () => '10s'));
  });

  function requested<Result>(work: () => Result): Result {
    return waitingAs(beginWait(performance.now()), work);
  }

  /** With and without values, through Kysely and directly, in a transaction and outside one. */
  async function everyWayToAsk(name: string): Promise<unknown[]> {
    const throughKysely = sql<{ value: string }>`select current_setting(${name}) as value`;
    const answers = [
      await database.query(`select current_setting('${name}') as value`),
      await database.query('select current_setting($1) as value', [name]),
      await throughKysely.execute(database.db),
      await database.db.transaction().execute((tx) => throughKysely.execute(tx)),
    ];
    return answers.flatMap(({ rows }) => rows).map((row) => (typeof row === 'object' && row !== null && 'value' in row ? row.value : row));
  }

  /** The value of a setting in a transaction after 0, 249, 600, 1001, 1999 and 60,000 ms. */
  async function timeoutsIn(name: string, as: (work: () => Promise<string[]>) => Promise<string[]>): Promise<string[]> {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      return await as(() =>
        database.db.transaction().execute(async (tx) => {
          const timeouts: string[] = [];
          for (const ms of [0, 249, 351, 401, 998, 58_001]) {
            vi.advanceTimersByTime(ms);
            const { rows } = await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(tx);
            timeouts.push(rows[0]?.setting ?? '');
          }
          return timeouts;
        }),
      );
    } finally {
      vi.useRealTimers();
    }
  }
});
