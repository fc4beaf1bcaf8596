import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerWaitingSince } from '../http/waiting-since.ts';
import { noting, type RequestNotes } from '../request-notes.ts';
import { BANK_TENANT } from '../tenant/bank-tenant.ts';
import { changingSandbox } from '../tenant/sandbox-changes.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { beginWait, createTurns, currentWait, type EndTurn, NoFreeConnection, noteSandbox, waitingAs } from './turns.ts';

describe('the connection queue', () => {
  it('gives a connection at once below the maximum, and makes the next caller wait', async () => {
    const take = createTurns(2);
    const ends = [await take(), await take()];
    const third = observe(take());
    await pause(20);
    expect(third.isDone()).toBe(false);
    ends[0]?.();
    await third.promise;
  });

  it('serves the request that began first, and among equals the caller that asked first', async () => {
    const take = createTurns(1);
    const end = await take();
    const order: string[] = [];
    const ask = (name: string, since: number) => waitingAs(beginWait(since), () => askFor(take, order, name));
    const asked = [ask('late', 300), ask('early', 100), ask('middle', 200), ask('middle, asked later', 200)];
    end();
    await Promise.all(asked);
    expect(order).toEqual(['early', 'middle', 'middle, asked later', 'late']);
  });

  it('orders a caller without a marked beginning by the time of asking', async () => {
    const take = createTurns(1);
    const end = await take();
    const order: string[] = [];
    const asked = [
      askFor(take, order, 'unmarked'),
      waitingAs(beginWait(performance.now() + 1_000), () => askFor(take, order, 'began later')),
      waitingAs(beginWait(performance.now() - 1_000), () => askFor(take, order, 'began earlier')),
    ];
    end();
    await Promise.all(asked);
    expect(order).toEqual(['began earlier', 'unmarked', 'began later']);
  });

  it('refuses a caller after the maximum wait as database unavailable, and frees its place', async () => {
    const take = createTurns(1, 20);
    const end = await take();
    const refusal = await take().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NoFreeConnection);
    expect(isDatabaseUnavailable(refusal)).toBe(true);
    end();
    (await take())();
    await expect(take()).resolves.toBeTypeOf('function');
  });

  it('serves requests in the order of their arrival, not of their asking', async () => {
    const take = createTurns(1);
    const order: unknown[] = [];
    const [slowCame, quickWaits, slowWaits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const app = fastify();
    registerWaitingSince(app);
    app.put('/', async ({ body }) => {
      const isSlow = JSON.stringify(body).includes('slow');
      if (isSlow) {
        slowCame.resolve();
        // Waits like a request whose phone answers late.
        await quickWaits.promise;
      }
      const turn = take();
      (isSlow ? slowWaits : quickWaits).resolve();
      const endTurn = await turn;
      order.push(body);
      endTurn();
      return {};
    });
    const origin = await app.listen({ port: 0 });
    const put = (name: string) => fetch(origin, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) });
    const end = await take();
    const slow = put('slow');
    await slowCame.promise;
    const quick = put('quick');
    await slowWaits.promise;
    end();
    await Promise.all([slow, quick]);
    await app.close();
    expect(order).toEqual([{ name: 'slow' }, { name: 'quick' }]);
  });
});

describe('the share of a sandbox', () => {
  /** The connections that so many requests of a tenant get of twelve, after those before them. */
  async function got(...requests: readonly (readonly [tenant: string | undefined, count: number])[]): Promise<readonly number[]> {
    const take = createTurns(12);
    const counts: number[] = [];
    for (const [tenant, count] of requests) {
      let begun = 0;
      for (let asked = 0; asked < count; asked += 1) {
        void ofSandbox(tenant, take).then(() => {
          begun += 1;
        });
      }
      await pause(1);
      counts.push(begun);
    }
    return counts;
  }

  it('is as large as what it leaves free', async () => {
    expect(await got(['sbx_a', 60])).toEqual([6]);
    expect(await got(['sbx_a', 60], ['sbx_b', 60], ['sbx_c', 60], ['sbx_d', 60])).toEqual([6, 3, 2, 1]);
  });

  it('is one share together for sandboxes that are changed, and others have their own', async () => {
    const counts = await changingAll(['sbx_a', 'sbx_b', 'sbx_c', 'sbx_d'], () =>
      got(['sbx_a', 60], ['sbx_b', 60], ['sbx_c', 60], ['sbx_d', 60], ['sbx_e', 60], [undefined, 60]),
    );
    expect(counts).toEqual([6, 0, 0, 0, 3, 3]);
  });

  it('counts what a sandbox had before its change', async () => {
    const take = createTurns(12);
    const before = ['sbx_a', 'sbx_a', 'sbx_b', 'sbx_b', 'sbx_c', 'sbx_c'].map((each) => observe(ofSandbox(each, take)));
    await Promise.all(before.map(({ promise }) => promise));
    await changingAll(['sbx_a', 'sbx_b', 'sbx_c'], async () => {
      const more = ['sbx_a', 'sbx_b', 'sbx_c'].map((each) => observe(ofSandbox(each, take)));
      await pause(1);
      expect(more.map(({ isDone }) => isDone())).toEqual([false, false, false]);
    });
  });

  it('does not limit the changes themselves, which begin beside the requests that wait', async () => {
    const take = createTurns(12, 20);
    const atOnce = (work: () => Promise<EndTurn>) => Promise.allSettled(Array.from({ length: 20 }, work));
    await changingAll(['sbx_a', 'sbx_b'], async () => {
      const waiting = atOnce(() => ofSandbox('sbx_a', take));
      const changes = atOnce(() => changingSandbox('sbx_b', () => ofSandbox('sbx_b', take)));
      const begun = (await Promise.all([waiting, changes])).map((all) => all.filter(({ status }) => status === 'fulfilled').length);
      expect(begun).toEqual([6, 6]);
    });
  });

  it('is the own one again after the changes: the next end lets all begin that may', async () => {
    const take = createTurns(12);
    const others = await Promise.all(Array.from({ length: 5 }, () => ofSandbox('sbx_a', take)));
    const asked = await changingAll(['sbx_a', 'sbx_b'], async () => {
      const ends = [await ofSandbox(undefined, take), await ofSandbox(undefined, take)];
      const waiting = Array.from({ length: 3 }, () => observe(ofSandbox('sbx_b', take)));
      await pause(1);
      expect(waiting.map(({ isDone }) => isDone())).toEqual([false, false, false]);
      return { ends, waiting };
    });
    others[0]?.();
    await Promise.all(asked.waiting.map(({ promise }) => promise));
  });

  it('leaves the rest to requests of which no sandbox is known', async () => {
    expect(await got(['sbx_a', 60], [undefined, 60])).toEqual([6, 6]);
  });

  it('does not limit customers of a core system', async () => {
    expect(await got([BANK_TENANT, 60])).toEqual([12]);
  });

  it('is never nothing: with one connection its requests take turns', async () => {
    const take = createTurns(1);
    const end = await ofSandbox('sbx_a', take);
    const next = observe(ofSandbox('sbx_a', take));
    end();
    await next.promise;
  });

  it('lets a later request of another sandbox pass, and then the waiting ones in their order', async () => {
    const take = createTurns(2);
    const end = await ofSandbox('sbx_a', take);
    const order: string[] = [];
    const ask = (sandboxId: string, name: string) =>
      ofSandbox(sandboxId, take).then((ended) => {
        order.push(name);
        ended();
      });
    const asked = [ask('sbx_a', 'a first'), ask('sbx_a', 'a second'), ask('sbx_b', 'b')];
    await asked[2];
    expect(order).toEqual(['b']);
    end();
    await Promise.all(asked);
    expect(order).toEqual(['b', 'a first', 'a second']);
  });

  it('counts a connection for the sandbox of its begin, also when the request learns its sandbox later', async () => {
    const take = createTurns(2);
    const end = await waitingAs(beginWait(0), async () => {
      const ended = await take();
      noteSandbox('sbx_a');
      return ended;
    });
    const first = await ofSandbox('sbx_a', take).then((ended) => ended);
    end();
    first();
    await ofSandbox('sbx_a', take);
  });

  it.each([
    ['is no failure of the bank while its sandbox is changed', 'sbx_a', true],
    ['is one while another sandbox is changed', 'sbx_b', false],
  ])('a wait in vain %s', async (_what, changed, isPlayed) => {
    const take = createTurns(1, 20);
    await take();
    const notes: RequestNotes = { isPlayed: false, waitedMs: 0 };
    await changingSandbox(changed, async () => {
      const refused = noting(notes, () => ofSandbox('sbx_a', take));
      await expect(refused).rejects.toThrow(NoFreeConnection);
    });
    expect(notes.isPlayed).toBe(isPlayed);
    await noting(notes, () => expect(ofSandbox(changed, take)).rejects.toThrow(NoFreeConnection));
    expect(notes.isPlayed).toBe(isPlayed);
  });
});

/** Runs `work` while each of these sandboxes is changed. */
async function changingAll<Result>(sandboxes: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const ended = Promise.withResolvers<void>();
  const changes = sandboxes.map((sandboxId) => changingSandbox(sandboxId, () => ended.promise));
  try {
    return await work();
  } finally {
    ended.resolve();
    await Promise.all(changes);
  }
}

/** A request of this tenant; undefined: it is not known. */
function ofSandbox(tenant: string | undefined, take: () => Promise<EndTurn>): Promise<EndTurn> {
  return waitingAs(beginWait(performance.now()), () => {
    if (tenant !== undefined) noteSandbox(tenant);
    return take();
  });
}

describe('the waiting time of a request', () => {
  it('is recorded from the first hook on, before the body is read', async () => {
    const app = fastify();
    registerWaitingSince(app);
    const seen: boolean[] = [];
    app.addHook('onRequest', async () => void seen.push(currentWait() !== undefined));
    app.put('/', async () => {
      seen.push(currentWait() !== undefined);
      return {};
    });
    const origin = await app.listen({ port: 0 });
    await fetch(origin, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' });
    await app.close();
    expect([currentWait() !== undefined, ...seen]).toEqual([false, true, true]);
  });
});

async function askFor(take: ReturnType<typeof createTurns>, order: string[], name: string): Promise<void> {
  const endTurn = await take();
  order.push(name);
  endTurn();
}

function observe(promise: Promise<unknown>) {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  return { promise, isDone: () => isDone };
}
