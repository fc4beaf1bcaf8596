/** Durable jobs (pg-boss on either database). A job is sent in the transaction that requires it. */
import type { Tx } from '../db/database.ts';

export interface JobOptions {
  /** Real time before which the job does not run. */
  startAfter?: Date;
  /** At most one unfinished job with this key in its queue. */
  singletonKey?: string;
  /** Due jobs of a queue run in the order of their priority, the highest first. Default: 0. */
  priority?: number;
}

/** @param attempt 1 for the first attempt. */
export type HandleJob<Data> = (data: Data, attempt: number) => Promise<void>;

export type HandleTogether<Data> = (all: readonly Data[]) => Promise<readonly PromiseSettledResult<void>[]>;

export interface QueueOptions<Data> {
  /** For jobs that are cheaper in a batch: gets up to 100 queued jobs and returns the result of each in the same order. */
  readonly together?: HandleTogether<Data>;
  /** Number of jobs that a server takes at a time. They run one after the other and share the time limit of a minute. Default: 5. */
  readonly batchSize?: number;
  /** Default: 8 retries, at most five minutes apart. */
  readonly retries?: { readonly max: number; readonly delaySecondsMax: number };
  /** Deletes a job when its handler succeeds, because its data must not stay. Default: a done job is kept for a day. */
  readonly isDeletedWhenDone?: boolean;
}

export interface Jobs {
  /** Declares a queue and its handler. Call it before `start`. A handler that throws is retried with backoff, so it must be safe to run twice. */
  define<Data extends object>(queue: string, handler: HandleJob<Data>, options?: QueueOptions<Data>): void;
  /** Returns false when an unfinished job has the same key. @throws before `start`, and for an undeclared queue. */
  send(tx: Tx, queue: string, data: object, options?: JobOptions): Promise<boolean>;
  /** Reads the queue now instead of at the next poll, for a job that was just committed. Safe at any time. */
  wake(queue: string): void;
  /** Runs work in this process at an interval, until `stop`. A failed run is followed by the next one. */
  repeat(everyMs: number, work: () => Promise<unknown>): void;
  start(): Promise<void>;
  /** Waits for running handlers, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}
