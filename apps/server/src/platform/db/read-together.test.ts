import { setImmediate as endOfTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTogether } from './read-together.ts';

let statements: (readonly string[])[];
let rows: Map<string, number>;
let failure: Error | undefined;
const find = readTogether<number>(async (keys) => {
  statements.push(keys);
  if (failure !== undefined) throw failure;
  return new Map([...rows].filter(([key]) => keys.includes(key)));
});
beforeEach(() => {
  statements = [];
  rows = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  failure = undefined;
});

describe('lookups that are read together', () => {
  it('send one statement for a single key, and return undefined for an unknown key', async () => {
    expect(await find('a')).toBe(1);
    expect(await find('z')).toBeUndefined();
    expect(statements).toEqual([['a'], ['z']]);
  });

  it('of one turn of the event loop are sent as one statement with each key once, and each returns its own row', async () => {
    expect(await Promise.all(['a', 'b', 'a', 'z', 'b'].map(find))).toEqual([1, 2, 1, undefined, 2]);
    expect(statements).toEqual([['a', 'b', 'z']]);
  });

  it('of the next turn of the event loop do not wait for a running statement', async () => {
    const slow = Promise.withResolvers<ReadonlyMap<string, number>>();
    const asked: (readonly string[])[] = [];
    const findSlowly = readTogether<number>((keys) => {
      asked.push(keys);
      return keys.includes('slow') ? slow.promise : Promise.resolve(new Map([['fast', 2]]));
    });
    const first = findSlowly('slow');
    await endOfTurn();
    expect(await findSlowly('fast')).toBe(2);
    slow.resolve(new Map([['slow', 1]]));
    expect(await first).toBe(1);
    expect(asked).toEqual([['slow'], ['fast']]);
  });

  it('see a change made before them, although the key was read earlier', async () => {
    const before = await find('a');
    rows.delete('a');
    expect([before, await find('a')]).toEqual([1, undefined]);
  });

  it('see a change made until the end of the turn', async () => {
    const early = find('a');
    rows.set('a', 3);
    expect([await early, await find('a')]).toEqual([3, 3]);
  });

  it('fail while the database is away, and succeed when it is back', async () => {
    failure = new Error('the database is away');
    const rejected = { status: 'rejected', reason: failure };
    expect(await Promise.allSettled([find('a'), find('a')])).toEqual([rejected, rejected]);
    expect(await Promise.allSettled(['a', 'b'].map(find))).toEqual([rejected, rejected]);
    failure = undefined;
    expect(await find('a')).toBe(1);
  });

  it('are not repeated one by one after a lock timeout', async () => {
    failure = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const rejected = { status: 'rejected', reason: failure };
    expect(await Promise.allSettled(['a', 'b'].map(find))).toEqual([rejected, rejected]);
    expect(statements).toEqual([['a', 'b']]);
  });

  it('succeed when another key of the same statement is invalid', async () => {
    const findUnlessBroken = readTogether<number>(async (keys) => {
      if (keys.includes('\0')) throw new Error('invalid byte sequence');
      return rows;
    });
    const [mine, broken, theirs] = await Promise.allSettled(['a', '\0', 'b'].map(findUnlessBroken));
    expect([mine, theirs]).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 2 },
    ]);
    expect(broken).toMatchObject({ status: 'rejected' });
  });

  it('send at most 100 keys in one statement', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => `key${index}`);
    await Promise.all(keys.map(find));
    expect(statements.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(statements.flat()).toEqual(keys);
  });
});
