import { setImmediate as endOfTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLineWait, type LineQuery } from './wait-for-lines.ts';

const WAITING: LineQuery = { after: '7', wait: 25, limit: 50 };

let newest: Map<string, string>;
let asked: (readonly string[])[];
let listed: string[];
let pauses: (() => void)[];
let over: boolean;
beforeEach(() => {
  newest = new Map([['app_ada', '7']]);
  [asked, listed, pauses, over] = [[], [], [], false];
});

function openWait() {
  const wait = createLineWait<string>(
    async (appIds) => {
      asked.push([...appIds].toSorted());
      return newest;
    },
    async (appId) => {
      listed.push(appId);
      const line = newest.get(appId);
      return line === undefined || line === '7' ? [] : [line];
    },
    () => new Promise((resolve) => pauses.push(resolve)),
  );
  return (appId: string, query = WAITING) => wait(appId, query, () => over);
}

/** The reads of one round take a few turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
}

async function endPause(): Promise<void> {
  for (const end of pauses.splice(0)) end();
  await settle();
}

describe('requests that wait for lines', () => {
  it('share one statement in each round, whenever they began, and list no lines meanwhile', async () => {
    const wait = openWait();
    const waiting = [wait('app_ada')];
    await settle();
    waiting.push(wait('app_ben'), wait('app_ada'));
    await settle();
    expect(asked).toEqual([['app_ada'], ['app_ada', 'app_ben']]);
    expect(pauses).toHaveLength(1);
    const [before] = [listed.length];
    for (const round of [3, 4, 5]) {
      await endPause();
      expect([asked.length, asked.at(-1), pauses.length]).toEqual([round, ['app_ada', 'app_ben'], 1]);
    }
    expect(listed).toHaveLength(before);
    newest.set('app_ada', '8').set('app_ben', '9');
    await endPause();
    expect(await Promise.all(waiting)).toEqual([['8'], ['9'], ['8']]);
    expect([asked.length, pauses.length]).toEqual([6, 0]);
  });

  it('end with what there is when the server stops or the caller has left', async () => {
    const waiting = openWait()('app_ben');
    await settle();
    over = true;
    await endPause();
    expect(await waiting).toEqual([]);
  });

  it.each<[what: string, query: LineQuery]>([
    ['without a time to wait', { after: '7', limit: 50 }],
    ['for less than one pause', { after: '7', wait: 0, limit: 50 }],
    ['without the line after which they list', { wait: 25, limit: 50 }],
  ])('do not wait %s', async (_what, query) => {
    expect(await openWait()('app_ada', query)).toEqual([]);
    expect(pauses).toEqual([]);
  });
});
