import { describe, expect, it } from 'vitest';
import { createKeptCrl } from './keep-crl.ts';

const AT = new Date('2026-06-01T12:00:00Z');
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000);

function create(fails: () => boolean = () => false) {
  const made: string[] = [];
  const crl = createKeptCrl(async (use) => {
    made.push(use);
    if (fails()) throw new Error('The database cannot be reached.');
    return Buffer.from(`${use} ${made.length}`);
  });
  return { made, read: async (version: string, at = AT, use: 'web' | 'seal' = 'web') => (await crl(use, version, at)).toString() };
}

describe('createKeptCrl', () => {
  it('makes one list for many callers, at once and one after another', async () => {
    const { made, read } = create();
    const lists = await Promise.all(Array.from({ length: 50 }, () => read('1 a')));
    expect([new Set(lists), await read('1 a', minutes(59)), made]).toEqual([new Set(['web 1']), 'web 1', ['web']]);
  });

  it('makes a new list after a revocation, after one that was undone, and after an hour', async () => {
    const { read } = create();
    expect([await read('1 a'), await read('2 b'), await read('1 b'), await read('1 b', minutes(61))]).toEqual(['web 1', 'web 2', 'web 3', 'web 4']);
  });

  it('keeps a list for each authority', async () => {
    const { read } = create();
    expect([await read('1 a'), await read('1 a', AT, 'seal'), await read('1 a')]).toEqual(['web 1', 'seal 2', 'web 1']);
  });

  it('keeps no failure', async () => {
    let fails = true;
    const { read } = create(() => fails);
    await expect(read('1 a')).rejects.toThrow('cannot be reached');
    fails = false;
    expect(await read('1 a')).toBe('web 2');
  });
});
