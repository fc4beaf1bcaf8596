import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerWaitingSince } from '../http/waiting-since.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { beginWait, createTurns, currentWait, NoFreeConnection, waitingAs } from './turns.ts';

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
