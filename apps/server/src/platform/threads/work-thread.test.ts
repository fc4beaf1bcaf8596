/** Expensive work in a worker thread: outside the event loop, limited, and never lost without an error. */
// Review of 25 November 2026, S11.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMadeOnce } from './made-once.ts';
import { createWorkThread } from './work-thread.ts';

const THREAD = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (order) => {
  if (order === 'die') process.exit(1);
  if (order === 'throw') throw new Error('thrown');
  if (order === 'hang') return;
  if (order === 'fail') return parentPort.postMessage({ failure: 'it failed' });
  parentPort.postMessage({ outcome: [order, threadId] });
});`;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-thread-'));
  file = join(folder, 'thread.mjs');
  await writeFile(file, THREAD);
});
afterAll(() => rm(folder, { recursive: true }));

const open = (more: { readonly waitingMax?: number; readonly secondsMax?: number } = {}) =>
  createWorkThread<string, readonly [string, number]>({ file, waitingMax: 5, secondsMax: 60, idleSeconds: 60, heapMb: 64, ...more });

describe('a thread for work', () => {
  it('does orders one after the other in one thread, which is not the server', async () => {
    const thread = open();
    const done = await Promise.all(['a', 'b', 'c'].map((order) => thread.run(order)));
    expect(done.map(([order]) => order)).toEqual(['a', 'b', 'c']);
    expect(new Set(done.map(([, threadId]) => threadId)).size).toBe(1);
    expect(done[0]?.[1]).not.toBe(0);
    await thread.stop();
  });

  it('refuses an order with 503 when too many wait, and takes one again afterwards', async () => {
    const thread = open({ waitingMax: 2 });
    const asked = ['a', 'b', 'c'].map((order) => thread.run(order));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(asked[2]).rejects.toMatchObject({ status: 503 });
    expect((await thread.run('d'))[0]).toBe('d');
    expect(thread.waiting()).toBe(0);
    await thread.stop();
  });

  it.each(['die', 'throw', 'fail'])('that cannot do an order (%s) rejects it and does the next', async (order) => {
    const thread = open();
    const [bad, good] = await Promise.allSettled([thread.run(order), thread.run('next')]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    await thread.stop();
  });

  it('that hangs is given up after its time and replaced', async () => {
    const thread = open({ secondsMax: 0 });
    await expect(thread.run('hang')).rejects.toThrow('took longer');
    await thread.stop();
  });
});

describe('what was made once', () => {
  const bytes = (size: number) => new Uint8Array(size);

  it('is not made again, and by many callers at once only by the first', async () => {
    const { get } = createMadeOnce(100);
    let made = 0;
    const make = async () => {
      made += 1;
      return bytes(10);
    };
    await Promise.all([get('a', make), get('a', make), get('a', make)]);
    await get('a', make);
    expect(made).toBe(1);
  });

  it('is kept within a bound of bytes: what was used longest ago goes first, what is too large is not kept', async () => {
    const { get } = createMadeOnce(100);
    const made: string[] = [];
    const ask = (key: string, size: number) =>
      get(key, async () => {
        made.push(key);
        return bytes(size);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 40);
    await ask('large', 101);
    await ask('large', 101);
    expect(made).toEqual(['a', 'b', 'c', 'b', 'large', 'large']);
  });

  it('that could not be made is made again', async () => {
    const { get } = createMadeOnce(100);
    await expect(get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await get('a', async () => bytes(1))).byteLength).toBe(1);
  });
});
