/** The queue between requests and the database: nothing waits for it, and nothing grows without end. */
import { describe, expect, it } from 'vitest';
import { createQueue } from './request-queue.ts';

const quiet = { warn: () => {} };

describe('the queue', () => {
  it('writes in order and in batches', async () => {
    const batches: number[][] = [];
    const queue = createQueue<number>(quiet, async (items) => void batches.push([...items]));
    for (let item = 0; item < 450; item += 1) queue.push(item);
    await queue.flush();
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(batches.flat()).toEqual(Array.from({ length: 450 }, (_, item) => item));
  });

  it('drops and counts lines beyond its limit', async () => {
    const written: number[] = [];
    const queue = createQueue<number>(quiet, async (items) => void written.push(...items), 3);
    for (let item = 0; item < 10; item += 1) queue.push(item);
    expect(queue.dropped()).toBe(7);
    await queue.flush();
    expect(written).toEqual([0, 1, 2]);
  });

  it('continues after a failure of the database', async () => {
    let isDown = true;
    const written: number[] = [];
    const queue = createQueue<number>(quiet, async (items) => {
      if (isDown) throw new Error('down');
      written.push(...items);
    });
    queue.push(1);
    await queue.flush();
    isDown = false;
    queue.push(2);
    await queue.flush();
    expect([written, queue.dropped()]).toEqual([[2], 1]);
  });

  it('writes every other line of a batch with one that the database refuses for its content', async () => {
    const written: number[] = [];
    const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    const queue = createQueue<number>(quiet, async (items) => {
      if (items.includes(7)) throw refused;
      written.push(...items);
    });
    for (let item = 0; item < 20; item += 1) queue.push(item);
    await queue.flush();
    expect([written.toSorted((a, b) => a - b), queue.dropped()]).toEqual([
      Array.from({ length: 20 }, (_, item) => item).filter((item) => item !== 7),
      1,
    ]);
  });

  it('writes after a delay without a flush', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    createQueue<string>(quiet, async (items) => resolve(items)).push('line');
    expect(await promise).toEqual(['line']);
  });

  it('keeps lines that arrive during a write for the next one', async () => {
    const batches: number[][] = [];
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queue = createQueue<number>(quiet, async (items) => {
      batches.push([...items]);
      begun.resolve();
      await slow.promise;
    });
    queue.push(1);
    const first = queue.flush();
    await begun.promise;
    queue.push(2);
    queue.push(3);
    slow.resolve();
    await first;
    expect([batches, queue.waiting()]).toEqual([[[1]], 2]);
    await queue.flush();
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('has written every waiting line when flush resolves, also during another write', async () => {
    const written: number[] = [];
    const slow = Promise.withResolvers<void>();
    const queue = createQueue<number>(quiet, async (items) => {
      await slow.promise;
      written.push(...items);
    });
    queue.push(1);
    void queue.flush();
    void queue.flush();
    queue.push(2);
    const last = queue.flush();
    slow.resolve();
    await last;
    expect(written).toEqual([1, 2]);
  });

  it('writes each line once in simultaneous flushes', async () => {
    const written: number[] = [];
    const queue = createQueue<number>(quiet, async (items) => void written.push(...items));
    queue.push(1);
    await Promise.all([queue.flush(), queue.flush(), queue.flush()]);
    expect(written).toEqual([1]);
  });
});
