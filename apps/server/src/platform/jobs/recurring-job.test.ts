import { beforeEach, describe, expect, it } from 'vitest';
import type { RunWrite } from '../db/run-write.ts';
import type { Jobs } from './jobs.ts';
import { defineRecurringJob } from './recurring-job.ts';

const QUEUE = 'status';
const EVERY_MS = 60_000;
/** In the middle of slot 100. */
const NOW = 100 * EVERY_MS + 30_000;

interface Sent {
  readonly key: string | undefined;
  readonly at: number | undefined;
}

let now: number;
/** The unfinished jobs, by key. */
let unfinished: Map<string, Sent>;
let sent: Sent[];
beforeEach(() => {
  now = NOW;
  unfinished = new Map();
  sent = [];
});

/** One of the processes that share the queue. */
function openProcess(run: () => Promise<unknown> = async () => {}) {
  let handler: (() => Promise<void>) | undefined;
  let look: (() => Promise<unknown>) | undefined;
  const jobs: Pick<Jobs, 'define' | 'send' | 'repeat'> = {
    repeat: (everyMs, work) => {
      expect(everyMs).toBe(EVERY_MS);
      look = work;
    },
    define: (_queue, handle) => {
      handler = () => Reflect.apply(handle, undefined, [{}]);
    },
    async send(_tx, _queue, _data, { startAfter, singletonKey = '' } = {}) {
      if (unfinished.has(singletonKey)) return false;
      const job = { key: singletonKey, at: startAfter?.getTime() };
      unfinished.set(singletonKey, job);
      sent.push(job);
      return true;
    },
  };
  const tx = {};
  const write: RunWrite = (work) => Reflect.apply(work, undefined, [{ tx, audit: async () => {}, afterCommit: () => {} }]);
  const clock = { realNow: async (_tx: unknown) => new Date(now) };
  const deps = { jobs, write, clock };
  const job = Reflect.apply(defineRecurringJob, undefined, [deps, { queue: QUEUE, everyMs: EVERY_MS, run }]);
  return {
    start: () => job.start(),
    /** The periodic check of each process. */
    look: () => look?.(),
    async run(slot: number) {
      try {
        await handler?.();
      } finally {
        unfinished.delete(`slot:${slot}`);
      }
    },
  };
}

const NEXT = { key: 'slot:101', at: 101 * EVERY_MS };
/** Two seconds later: the server that starts listens by then. */
const THIS = { key: 'slot:100', at: NOW + 2_000 };

describe('a recurring job', () => {
  it('runs at once on its first start, and then in the next slot', async () => {
    await openProcess().start();
    expect(sent).toEqual([NEXT, THIS]);
  });

  it('is sent once when several processes start it, in the slot or after it has run', async () => {
    const first = openProcess();
    await first.start();
    await openProcess().start();
    await first.run(100);
    await openProcess().start();
    expect(sent).toEqual([NEXT, THIS]);
  });

  it('that has run in this slot does not run again when a process starts', async () => {
    unfinished.set('slot:100', { key: 'slot:100', at: 100 * EVERY_MS });
    await openProcess().run(100);
    await openProcess().start();
    expect(sent).toEqual([NEXT]);
  });

  it('that waits for its slot is not sent again by a process that starts in it', async () => {
    unfinished.set('slot:100', { key: 'slot:100', at: 100 * EVERY_MS });
    await openProcess().start();
    expect(sent).toEqual([NEXT]);
  });

  it('runs at once after a time without a running process', async () => {
    await openProcess().start();
    unfinished.clear();
    sent = [];
    now += 10 * EVERY_MS;
    await openProcess().start();
    expect(sent).toEqual([
      { key: 'slot:111', at: 111 * EVERY_MS },
      { key: 'slot:110', at: now + 2_000 },
    ]);
  });

  it('is sent again by any process when it was lost before it sent its successor', async () => {
    const process = openProcess();
    await process.start();
    await process.look();
    expect(sent).toEqual([NEXT, THIS]);
    unfinished.clear();
    now += EVERY_MS;
    await process.look();
    expect(sent).toEqual([NEXT, THIS, { key: 'slot:102', at: 102 * EVERY_MS }]);
  });

  it('sends its successor before it runs, so that a failed run does not end it', async () => {
    const failing = openProcess(async () => {
      expect(sent).toEqual([NEXT]);
      throw new Error('the bank does not answer');
    });
    await expect(failing.run(100)).rejects.toThrow('the bank does not answer');
    expect(sent).toEqual([NEXT]);
  });
});
