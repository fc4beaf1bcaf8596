/**
 * A worker thread for long work, so that the server keeps responding. It starts with the first order and ends after a time without orders. Orders
 * wait in a bounded queue and run one after the other. A thread that dies or hangs is replaced.
 */
import { Worker } from 'node:worker_threads';
import { UiRefusal } from '../http/refusal.ts';

export interface WorkThread<Order, Outcome> {
  /** @throws UiRefusal 503 when too many wait; Error when the work fails or takes too long. */
  run(order: Order): Promise<Outcome>;
  /** Number of waiting and running orders. */
  waiting(): number;
  stop(): Promise<void>;
}

/** The message from a thread. */
export type WorkAnswer<Outcome> = { readonly outcome: Outcome } | { readonly failure: string };

export interface WorkThreadOptions {
  /** Path of the thread's entry file. */
  readonly file: string;
  readonly waitingMax: number;
  readonly secondsMax: number;
  readonly idleSeconds: number;
  readonly heapMb: number;
}

const RETRY_AFTER_SECONDS = 5;

export function createWorkThread<Order, Outcome>({
  file,
  waitingMax,
  secondsMax,
  idleSeconds,
  heapMb,
}: WorkThreadOptions): WorkThread<Order, Outcome> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    // The thread does not keep the process alive.
    started.unref();
    return started;
  }

  async function work(order: Order): Promise<Outcome> {
    clearTimeout(idle);
    worker ??= start();
    const running = worker;
    const { promise, resolve, reject } = Promise.withResolvers<WorkAnswer<Outcome>>();
    const fail = (error: Error) => reject(error);
    const onExit = () => reject(new Error('The thread ended before its work was done.'));
    const timer = setTimeout(() => reject(new Error(`The work took longer than ${secondsMax} s.`)), secondsMax * 1_000);
    running.once('message', resolve).once('error', fail).once('exit', onExit);
    try {
      running.postMessage(order);
      const answer = await promise;
      if ('failure' in answer) throw new Error(answer.failure);
      idle = setTimeout(() => void end(), idleSeconds * 1_000).unref();
      return answer.outcome;
    } catch (error) {
      await end();
      throw error;
    } finally {
      clearTimeout(timer);
      running.off('message', resolve).off('error', fail).off('exit', onExit);
    }
  }

  return {
    async run(order) {
      if (waiting >= waitingMax) {
        throw new UiRefusal(503, 'UNAVAILABLE', 'Too many documents are being made at the moment. Try again in a few seconds.', {
          headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        });
      }
      waiting += 1;
      const done = queue.then(() => work(order));
      queue = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        waiting -= 1;
      }
    },
    waiting: () => waiting,
    stop: end,
  };
}
