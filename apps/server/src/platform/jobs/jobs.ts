/** Durable jobs (pg-boss on either database). A job is sent in the transaction that requires it. */
import type { Tx } from '../db/database.ts';

export interface JobOptions {
  /** Real time before which the job does not run. */
  startAfter?: Date;
  /** At most one unfinished job with this key in its queue. */
  singletonKey?: string;
}

export type HandleTogether<Data> = (all: readonly Data[]) => Promise<readonly PromiseSettledResult<void>[]>;

export interface Jobs {
  /**
   * Declares a queue and its handler. Call it before `start`. A handler that throws is retried with backoff, so it must be safe to run twice.
   * @param together for jobs that are cheaper in a batch: gets up to 100 queued jobs and returns the result of each in the same order.
   */
  define<Data extends object>(queue: string, handler: (data: Data) => Promise<void>, together?: HandleTogether<Data>): void;
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
