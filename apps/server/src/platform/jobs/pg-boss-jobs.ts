/** Durable jobs with pg-boss, on either engine. The sender's transaction writes a job as a row, so the job exists only if the transaction commits. */
import { randomUUID } from 'node:crypto';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';
import { jobDuration } from '../telemetry/instruments.ts';
import { errorTypeOf, traced } from '../telemetry/trace.ts';
import type { HandleJob, HandleTogether, JobOptions, Jobs, QueueOptions } from './jobs.ts';

const SCHEMA = 'jobs';
const RETRIES_MAX = 8;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_SECONDS_MAX = 300;
const JOB_TIMEOUT_SECONDS = 60;
/**
 * Number of jobs taken from a queue together and run one after the other, within the time limit of one. After a full batch the queue is read again
 * without a pause.
 */
const BATCH = 5;
/** The batch of a queue whose jobs are handled together. */
const BATCH_TOGETHER = 100;
/** The stored jobs are counted every minute, so done jobs are kept for a day only. */
const KEEP_DONE_SECONDS = 24 * 60 * 60;
/** A job that was due while no server ran is kept until one runs again. */
const KEEP_WAITING_SECONDS = 366 * 24 * 60 * 60;
/** Done jobs are deleted in one statement: those of an hour, not of a day. */
const DELETE_EVERY_SECONDS = 60 * 60;

interface Handler extends Pick<QueueOptions<object>, 'batchSize' | 'retries' | 'isDeletedWhenDone'> {
  readonly one: HandleJob<object>;
  readonly together: HandleTogether<object> | undefined;
}

/** `pollingSeconds`: the interval at which an empty queue is read; pg-boss accepts 0.5 and more. */
export function createPgBossJobs(database: Pick<Database, 'engine' | 'query'>, log: Logger, pollingSeconds = 2): Jobs {
  const handlers = new Map<string, Handler>();
  /** The worker of each queue. */
  const workers = new Map<string, string>();
  const timers: NodeJS.Timeout[] = [];
  const boss = new PgBoss({
    db: { executeSql: (text, values = []) => database.query(text, values) },
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    schema: SCHEMA,
    // Recurring jobs send their next jobs themselves.
    schedule: false,
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job runner failed and goes on.'));
  let isStarted = false;
  let isReady = false;

  async function makeQueue(queue: string, { retries }: Handler): Promise<void> {
    const settings = {
      retryLimit: retries?.max ?? RETRIES_MAX,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: retries?.delaySecondsMax ?? RETRY_DELAY_SECONDS_MAX,
      expireInSeconds: JOB_TIMEOUT_SECONDS,
      retentionSeconds: KEEP_WAITING_SECONDS,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
    };
    // One unfinished job per key; `send` gives a job without a key a unique one.
    await boss.createQueue(queue, { policy: 'exclusive', ...settings });
    // Updates a queue that an earlier version created.
    await boss.updateQueue(queue, settings);
    // Fills pg-boss's cache of queues. Without it, a lookup inside a sender's transaction would wait without an end on the embedded database.
    await boss.findJobs(queue, { key: '' });
  }

  async function workOn(queue: string, handler: Handler): Promise<void> {
    const batchSize = handler.together === undefined ? (handler.batchSize ?? BATCH) : BATCH_TOGETHER;
    const options = { pollingIntervalSeconds: pollingSeconds, batchSize, burstWhenBatchFull: true, perJobResults: true } as const;
    const working: Promise<string> = boss.work<object>(queue, options, async (jobs) => {
      const results = await handle(queue, handler, jobs);
      if (handler.isDeletedWhenDone === true) await deleteDone(queue, jobs, results);
      // pg-boss takes no batch of one for a full one.
      if (batchSize === 1) boss.notifyWorker(await working);
      return jobs.map(({ id }, index) => ({ id, status: statusOf(queue, id, results[index]) }));
    });
    workers.set(queue, await working);
  }

  async function deleteDone(queue: string, jobs: readonly Job[], results: readonly PromiseSettledResult<void>[]): Promise<void> {
    const done = jobs.filter((_job, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
    if (done.length > 0) await boss.deleteJob(queue, done);
  }

  function statusOf(queue: string, jobId: string, result: PromiseSettledResult<void> | undefined): JobResult['status'] {
    if (result?.status === 'fulfilled') return 'completed';
    log.warn({ err: result?.reason, queue, jobId }, 'A job failed and will be tried again.');
    return 'failed';
  }

  return {
    define(queue, handler, { together, ...options } = {}) {
      if (isStarted) throw new Error(`The queue ${queue} was defined after the start.`);
      if (handlers.has(queue)) throw new Error(`The queue ${queue} is defined twice.`);
      // The queue's name ties the data types of sender and handler together; the runner only passes the data.
      handlers.set(queue, {
        ...options,
        one: (data, attempt) => Reflect.apply(handler, undefined, [data, attempt]),
        together: together && ((all) => Reflect.apply(together, undefined, [all])),
      });
    },
    async send(tx, queue, data, options) {
      if (!handlers.has(queue)) throw new Error(`There is no queue ${queue}.`);
      if (!isReady) throw new Error(`A job for ${queue} was sent before the start.`);
      return send(boss, tx, queue, data, options);
    },
    wake(queue) {
      const worker = workers.get(queue);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    repeat(everyMs, work) {
      timers.push(
        setInterval(() => void work().catch((error: unknown) => log.warn({ err: error }, 'Failed, and will be tried again.')), everyMs).unref(),
      );
    },
    async start() {
      isStarted = true;
      await boss.start();
      // All queues are created before any work, because a handler may send to every queue.
      for (const [queue, handler] of handlers) await makeQueue(queue, handler);
      isReady = true;
      for (const [queue, handler] of handlers) await workOn(queue, handler);
    },
    async stop(timeoutMs) {
      for (const timer of timers) clearInterval(timer);
      workers.clear();
      if (isStarted) await boss.stop({ graceful: true, timeout: timeoutMs, close: false });
    },
  };
}

async function handle(queue: string, { one, together }: Handler, all: readonly Job[]): Promise<readonly PromiseSettledResult<void>[]> {
  if (together !== undefined && all.length > 1) return observeJob(queue, () => together(all.map(({ data }) => data)));
  const results: PromiseSettledResult<void>[] = [];
  for (const { data, retryCount } of all) results.push(...(await Promise.allSettled([observeJob(queue, () => one(data, retryCount + 1))])));
  return results;
}

async function observeJob<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
  const attributes = { 'messaging.destination.name': queue };
  const began = performance.now();
  const end = (errorType?: string) => jobDuration.record((performance.now() - began) / 1_000, { ...attributes, 'error.type': errorType });
  try {
    const result = await traced(`process ${queue}`, 'consumer', { ...attributes, 'messaging.operation.type': 'process' }, work);
    end();
    return result;
  } catch (error) {
    end(errorTypeOf(error));
    throw error;
  }
}

async function send(boss: PgBoss, tx: Tx, queue: string, data: object, options: JobOptions = {}): Promise<boolean> {
  const jobId = await boss.send(queue, data, {
    db: fromKysely(tx),
    ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    singletonKey: options.singletonKey ?? randomUUID(),
  });
  return jobId !== null;
}
