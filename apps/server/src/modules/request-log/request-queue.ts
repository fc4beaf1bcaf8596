/**
 * Queues lines and writes them in batches, outside the requests. The queue is bounded: if the database is slower than the requests, lines are
 * dropped and counted, and responses are not delayed.
 */
import type { Logger } from 'pino';
import { requestLogDropped } from '#platform/telemetry/instruments.ts';

export interface Queue<Item> {
  push(item: Item): void;
  /** Resolves after all queued lines are written or dropped. Never rejects. */
  flush(): Promise<void>;
  /** Number of dropped lines since the start. */
  dropped(): number;
  /** Number of queued lines. */
  waiting(): number;
}

const QUEUE_MAX = 2_000;
const BATCH_MAX = 200;
/** A line can be found within a second. */
const DELAY_MS = 250;

export function createQueue<Item>(log: Pick<Logger, 'warn'>, write: (items: readonly Item[]) => Promise<void>, itemsMax = QUEUE_MAX): Queue<Item> {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let dropped = 0;
  let said = 0;

  /** Lines that arrive during a write wait for the next one, because one batch costs as much as many lines: under load batches are few and full. */
  async function writeAll(): Promise<void> {
    for (let due = waiting.length; due > 0; due -= BATCH_MAX) {
      const batch = waiting.slice(0, Math.min(due, BATCH_MAX));
      waiting = waiting.slice(batch.length);
      await writeBatch(batch);
    }
    if (dropped > said) log.warn({ dropped }, 'Lines of the request log were dropped.');
    said = dropped;
  }

  /** Callers decide the content of their lines: a line that the database refuses is dropped alone, so that no caller removes the lines of others. */
  async function writeBatch(batch: readonly Item[]): Promise<void> {
    try {
      await write(batch);
    } catch (error) {
      if (batch.length > 1 && isOfContent(error)) {
        const half = Math.ceil(batch.length / 2);
        await writeBatch(batch.slice(0, half));
        return writeBatch(batch.slice(half));
      }
      dropped += batch.length;
      requestLogDropped.add(batch.length);
      log.warn({ err: error, lines: batch.length }, 'Lines of the request log could not be written.');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  }

  return {
    push(item) {
      if (waiting.length >= itemsMax) {
        dropped += 1;
        requestLogDropped.add(1);
        return;
      }
      waiting.push(item);
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
    flush,
    dropped: () => dropped,
    waiting: () => waiting.length,
  };
}

/** PostgreSQL error classes 22 (data exception) and 23 (integrity constraint violation). */
function isOfContent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23][0-9A-Z]{3}$/.test(String(error.code));
}
