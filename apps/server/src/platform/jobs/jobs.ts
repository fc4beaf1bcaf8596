/** Durable jobs (pg-boss on either database). A job is sent inside the transaction that makes it necessary. */
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
   * Declares a queue and its handler. Call before `start`. A handler that throws is retried with backoff; it must be safe to run twice.
   * @param together where jobs are cheaper done together: gets up to 100 that wait, answers what became of each in their order.
   */
  define<Data extends object>(queue: string, handler: (data: Data) => Promise<void>, together?: HandleTogether<Data>): void;
  /** Answers false where an unfinished job has the key already. @throws before `start`, and for a queue that was not defined. */
  send(tx: Tx, queue: string, data: object, options?: JobOptions): Promise<boolean>;
  /** Looks for jobs of the queue now instead of at the next poll: for what was sent and is committed. Harmless at any time. */
  wake(queue: string): void;
  /** Does something in this process every so often, from now to the stop. What fails is tried again the next time. */
  repeat(everyMs: number, work: () => Promise<unknown>): void;
  start(): Promise<void>;
  /** Waits for running handlers, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}
