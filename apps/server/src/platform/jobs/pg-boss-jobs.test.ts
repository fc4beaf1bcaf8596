import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from '../db/open-database.ts';
import type { Jobs } from './jobs.ts';
import { createPgBossJobs } from './pg-boss-jobs.ts';

const QUEUE = 'execute-payment';
const STOP_MS = 2_000;

let database: OpenedDatabase;
let jobs: Jobs;

beforeAll(async () => {
  database = await openTestDatabase();
  // Creates the tables of the jobs, which takes longer than any of these tests.
  const first = openJobs();
  await first.start();
  await first.stop(STOP_MS);
});
afterAll(() => database.close());
beforeEach(() => {
  jobs = openJobs();
});
afterEach(async () => {
  await jobs.stop(STOP_MS);
  await database.query('delete from jobs.job');
});

function openJobs(pollingSeconds = 0.5): Jobs {
  return createPgBossJobs(database, pino({ level: 'silent' }), pollingSeconds);
}

function collect(): unknown[] {
  const ran: unknown[] = [];
  jobs.define<{ paymentId: string }>(QUEUE, async (data) => void ran.push(data.paymentId));
  return ran;
}

function send(paymentId: string, options: Parameters<Jobs['send']>[3] = {}): Promise<boolean> {
  return database.db.transaction().execute((tx) => jobs.send(tx, QUEUE, { paymentId }, options));
}

/** Sends jobs as if a stopped server had left them: a queue is read when the next server starts. */
async function sendBeforeTheStart(paymentIds: readonly string[]): Promise<void> {
  const earlier = openJobs(300);
  earlier.define(QUEUE, async () => {});
  await earlier.start();
  const startAfter = new Date(Date.now() + 60 * 60_000);
  await database.db.transaction().execute(async (tx) => {
    for (const paymentId of paymentIds) await earlier.send(tx, QUEUE, { paymentId }, { startAfter });
  });
  await earlier.stop(STOP_MS);
  await database.query('update jobs.job set start_after = now() where name = $1', [QUEUE]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a job', () => {
  it('runs once when its transaction was committed and never when it was rolled back', async () => {
    const ran = collect();
    await jobs.start();
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await jobs.send(tx, QUEUE, { paymentId: 'rolled-back' });
      throw new Error('refused');
    });
    await expect(rolledBack).rejects.toThrow('refused');
    await send('committed');
    await expect.poll(() => ran).toEqual(['committed']);
    await pause(1_200);
    expect(ran).toEqual(['committed']);
  });

  it('that failed is tried again until it succeeds', async () => {
    const attempts: string[] = [];
    jobs.define<{ paymentId: string }>(QUEUE, async ({ paymentId }) => {
      attempts.push(paymentId);
      if (attempts.length === 1) throw new Error('bank does not answer');
    });
    await jobs.start();
    await send('p1');
    await expect.poll(() => attempts).toEqual(['p1', 'p1']);
  });

  it('of a backlog does not wait for the next poll, and its failure affects no other job', async () => {
    jobs = openJobs(300);
    const ran: string[] = [];
    jobs.define<{ paymentId: string }>(QUEUE, async ({ paymentId }) => {
      if (paymentId === 'p3') throw new Error('bank does not answer');
      ran.push(paymentId);
    });
    const backlog = Array.from({ length: 12 }, (_, at) => `p${at}`);
    await sendBeforeTheStart(backlog);
    await jobs.start();
    await expect.poll(() => ran.toSorted()).toEqual(backlog.filter((paymentId) => paymentId !== 'p3').toSorted());
    const states = async () =>
      (await database.query(`select state::text as state, count(*)::integer as count from jobs.job where name = $1 group by 1 order by 1`, [QUEUE]))
        .rows;
    // A job is marked as done shortly after its work.
    await expect.poll(states).toEqual([
      { state: 'completed', count: 11 },
      { state: 'retry', count: 1 },
    ]);
  });

  it('of a batch queue runs with the other due jobs, and is retried alone after a failure', async () => {
    jobs = openJobs(0.5);
    const batches: number[] = [];
    const alone: string[] = [];
    jobs.define<{ paymentId: string }>(QUEUE, async ({ paymentId }) => void alone.push(paymentId), {
      together: async (all) => {
        batches.push(all.length);
        return all.map(({ paymentId }) => (paymentId === 'p7' ? { status: 'rejected', reason: 'bank' } : { status: 'fulfilled', value: undefined }));
      },
    });
    await sendBeforeTheStart(Array.from({ length: 130 }, (_, at) => `p${at}`));
    await jobs.start();
    await expect.poll(() => alone).toEqual(['p7']);
    expect(batches).toEqual([100, 30]);
  });

  it('of a batch queue is retried when its batch fails', async () => {
    let isAway = true;
    const ran: string[] = [];
    jobs.define<{ paymentId: string }>(QUEUE, async ({ paymentId }) => void ran.push(paymentId), {
      together: async (all) => {
        if (isAway) {
          isAway = false;
          throw new Error('the database is away');
        }
        return Promise.allSettled(all.map(async ({ paymentId }) => void ran.push(paymentId)));
      },
    });
    await sendBeforeTheStart(['p1', 'p2']);
    await jobs.start();
    await expect.poll(() => ran.toSorted()).toEqual(['p1', 'p2']);
    expect(isAway).toBe(false);
  });

  it('of a queue with its own settings knows its attempt, is retried as often, and is deleted when it is done', async () => {
    const attempts: number[] = [];
    const options = { batchSize: 1, retries: { max: 1_000, delaySecondsMax: 30 }, isDeletedWhenDone: true };
    jobs.define(
      QUEUE,
      async (_data, attempt) => {
        attempts.push(attempt);
        if (attempt < 3) throw new Error('bank does not answer');
      },
      options,
    );
    await jobs.start();
    await send('p1');
    expect((await database.query('select retry_limit, retry_delay_max from jobs.job')).rows).toEqual([{ retry_limit: 1_000, retry_delay_max: 30 }]);
    await expect.poll(async () => (await database.query('select 1 from jobs.job')).rows).toEqual([]);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('of a queue that takes one at a time runs directly after the one before', async () => {
    const ran: string[] = [];
    jobs = openJobs(300);
    jobs.define<{ paymentId: string }>(QUEUE, async ({ paymentId }) => void ran.push(paymentId), { batchSize: 1 });
    await sendBeforeTheStart(['p1', 'p2', 'p3', 'p4']);
    await jobs.start();
    await expect.poll(() => ran.toSorted()).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  it('runs at once when its queue is woken; waking an unknown or stopped queue has no effect', async () => {
    jobs = openJobs(300);
    const ran = collect();
    jobs.wake(QUEUE);
    await jobs.start();
    await pause(500);
    await send('woken');
    expect(ran).toEqual([]);
    jobs.wake('nobody');
    jobs.wake(QUEUE);
    await expect.poll(() => ran).toEqual(['woken']);
    await jobs.stop(STOP_MS);
    jobs.wake(QUEUE);
  });

  it('with a date in the future waits for it', async () => {
    const ran = collect();
    await jobs.start();
    await send('later', { startAfter: new Date(Date.now() + 60_000) });
    await send('now');
    await expect.poll(() => ran).toEqual(['now']);
    await pause(1_200);
    expect(ran).toEqual(['now']);
  });

  it('with a key exists once while unfinished; jobs without a key do not disturb each other', async () => {
    const ran = collect();
    await jobs.start();
    const startAfter = new Date(Date.now() + 2_500);
    expect(await send('first', { singletonKey: 'k', startAfter })).toBe(true);
    expect(await send('second', { singletonKey: 'k', startAfter })).toBe(false);
    await send('free-1');
    await send('free-2');
    await expect.poll(() => ran.length).toBe(3);
    expect([...ran].sort()).toEqual(['first', 'free-1', 'free-2']);
    expect(await send('third', { singletonKey: 'k' })).toBe(true);
    await expect.poll(() => ran).toContain('third');
  });

  it('is refused for a queue without a handler; no handler is accepted after the start', async () => {
    collect();
    await jobs.start();
    await expect(database.db.transaction().execute((tx) => jobs.send(tx, 'nobody', {}))).rejects.toThrow('There is no queue nobody.');
    expect(() => jobs.define(QUEUE, async () => {})).toThrow('after the start');
  });

  it('is refused before the start without blocking the database', async () => {
    collect();
    await expect(send('too-early')).rejects.toThrow('before the start');
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('that was due before the start can send to every queue', async () => {
    const ran = collect();
    await jobs.start();
    await send('waited', { startAfter: new Date(Date.now() + 500) });
    await jobs.stop(STOP_MS);
    await pause(600);
    jobs = openJobs();
    // Its work begins as soon as the job exists, and it sends to the queue that is created last.
    jobs.define(QUEUE, async (data) => void (await database.db.transaction().execute((tx) => jobs.send(tx, 'last', data))));
    for (const queue of ['second', 'third', 'fourth']) jobs.define(queue, async () => {});
    jobs.define<{ paymentId: string }>('last', async (data) => void ran.push(data.paymentId));
    await jobs.start();
    await expect.poll(() => ran).toEqual(['waited']);
  });

  it('is kept for a year until it runs and for a day afterwards, also in a queue of an earlier version', async () => {
    collect();
    await jobs.start();
    await jobs.stop(STOP_MS);
    await database.query('update jobs.queue set retention_seconds = 1209600, deletion_seconds = 604800');
    jobs = openJobs();
    collect();
    await jobs.start();
    await send('later', { startAfter: new Date(Date.now() + 60 * 60_000) });
    const { rows } = await database.query(
      `select extract(epoch from keep_until - start_after)::integer as waits, deletion_seconds as kept from jobs.job where name = $1`,
      [QUEUE],
    );
    expect(rows).toEqual([{ waits: 366 * 86_400, kept: 86_400 }]);
  });

  it('queue repeats periodic work after a failure, until the stop', async () => {
    let times = 0;
    collect();
    await jobs.start();
    jobs.repeat(20, async () => {
      times += 1;
      if (times === 1) throw new Error('the disk is full');
    });
    await expect.poll(() => times).toBeGreaterThan(2);
    await jobs.stop(STOP_MS);
    const atTheStop = times;
    await pause(100);
    expect(times).toBe(atTheStop);
  });

  it('survives a restart of the process that sent it', async () => {
    collect();
    await jobs.start();
    await send('before-restart', { startAfter: new Date(Date.now() + 3_000) });
    await jobs.stop(STOP_MS);
    jobs = openJobs();
    const ran = collect();
    await jobs.start();
    await expect.poll(() => ran).toEqual(['before-restart']);
  });
});
