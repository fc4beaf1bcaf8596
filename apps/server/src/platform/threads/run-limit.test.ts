/** Limits of expensive work: the number running, the number waiting, and no lost place. */
import { describe, expect, it } from 'vitest';
import { createRunLimit } from './run-limit.ts';

const open = (runningMax: number, waitingMax: number) => createRunLimit({ runningMax, waitingMax }, () => new Error('too many'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test says so. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    begun,
    work: (name: string) => async () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      return name;
    },
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(`${name} failed`)),
  };
}

describe('limited work', () => {
  it('runs so many at once, and the others in their order', async () => {
    const run = open(2, 10);
    const { begun, work, end } = held();
    const done = ['a', 'b', 'c', 'd'].map((name) => run(work(name)));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a');
    await settle();
    for (const name of ['c', 'd']) end(name);
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is refused when too many wait, and taken again afterwards', async () => {
    const run = open(1, 1);
    const { begun, work, end } = held();
    const [first, second] = [run(work('a')), run(work('b'))];
    await expect(run(work('c'))).rejects.toThrow('too many');
    end('a');
    await first;
    await settle();
    end('b');
    await second;
    expect(await run(async () => 'd')).toBe('d');
    expect(begun).toEqual(['a', 'b']);
  });

  it('that fails gives its place to the next', async () => {
    const run = open(1, 5);
    const { work, fail, end } = held();
    const [bad, good] = [run(work('a')), run(work('b'))];
    await settle();
    fail('a');
    await expect(bad).rejects.toThrow('a failed');
    await settle();
    end('b');
    expect(await good).toBe('b');
  });
});
