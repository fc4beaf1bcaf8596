/**
 * Signing and ledger against the model, in random histories of overlapping calls. A failure prints the history in words and how to
 * play it again: `MODEL_SEED=… MODEL_PATH=… npx vitest run signing-model`. `MODEL_HISTORIES` sets their number.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { type ModelHouse, openModelHouse } from '../house/model/model-house.ts';
import { type History, type Lull, runHistory, say } from '../house/model/run-history.ts';
import { createScheduler } from '../house/model/scheduler.ts';
import { ACCOUNTS, type Command } from '../house/model/world.ts';

const pauses = vi.hoisted(() => ({ pause: async (_signal: AbortSignal | undefined): Promise<void> => {} }));
// The two places of signing that wait do so between looks at the database; here the scheduler decides when they look again.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (_ms: number, _value: unknown, options?: { signal?: AbortSignal }) => pauses.pause(options?.signal),
}));

/** The order of calls is the scheduler's on either engine; what PostgreSQL adds are its own statements, types and plans. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? (process.env.TEST_DATABASE === 'postgres' ? 200 : 500));
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };
const path = process.env.MODEL_PATH === undefined ? {} : { path: process.env.MODEL_PATH };

let chance = createChance(1);
const scheduler = createScheduler((count) => Math.floor(chance() * count));
pauses.pause = scheduler.pause;
let house: ModelHouse;

beforeAll(async () => {
  const ids = createChance(7);
  const database = await openTestDatabase();
  const opening = openModelHouse(database, scheduler, () => Math.floor(ids() * 256));
  house = await opening;
});
afterAll(() => house.close());

/** mulberry32: numbers in [0, 1) that a seed fixes. */
function createChance(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function play(history: History): Promise<string | undefined> {
  chance = createChance(history.seed);
  return runHistory(house, scheduler, history);
}

/** No sum of them comes closer than 20 s below a limit of the rules: what a history takes by itself, on a busy machine too, decides nothing. */
const STEPS_SECONDS = [70, 280, 350, 560, 910];
const payment = fc.integer({ min: 0, max: 1 });
const usually = fc.constantFrom(...ACCOUNTS, 'main', 'main', 'main', 'other');
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('sign'), payment, account: usually }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('phone'),
      payment,
      answer: fc.constantFrom('approve', 'approve', 'approve', 'refuse', 'wrongCode', 'timeOut'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('refuse', 'details', 'details'), payment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('balance'), payment, account: fc.constantFrom('main', 'other') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('amend'), payment }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock'), seconds: fc.constantFrom(...STEPS_SECONDS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('jobs', 'stop', 'crash') }) },
);
const lull: Lull = { kind: 'lull' };
/** Chance alone seldom changes what is signed at the moment that matters: after the phone was asked and before it answers. */
const changeWhileAsked: fc.Arbitrary<readonly (Command | Lull)[]> = fc
  .record({ payment, changes: fc.constantFrom<('amend' | 'details')[]>(['amend'], ['amend', 'details'], ['amend', 'details', 'amend']) })
  .map(({ payment: index, changes }) => [
    { kind: 'sign', payment: index, account: 'main' },
    lull,
    ...changes.flatMap((kind) => [{ kind, payment: index }, lull]),
    { kind: 'phone', payment: index, answer: 'approve' },
  ]);
const moment: fc.Arbitrary<readonly (Command | Lull)[]> = fc.oneof(
  { weight: 30, arbitrary: command.map((one) => [one]) },
  { weight: 1, arbitrary: changeWhileAsked },
);
const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  payments: fc.array(
    fc.record({
      size: fc.constantFrom('whole', 'more', 'half', 'small'),
      isInstant: fc.boolean(),
      isOpened: fc.constantFrom(true, true, true, true, true, false),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  commands: fc.array(moment, { minLength: 3, maxLength: 14 }).map((moments) => moments.flat()),
});

describe('signing and ledger', () => {
  it(`do in ${HISTORIES} random histories only what the model explains`, async () => {
    const property = fc.asyncProperty(history, async (given) => {
      const complaint = await play(given);
      if (complaint !== undefined) throw new Error(`\n${given.commands.map(say).join('\n')}\n\nThe model does not explain:\n${complaint}`);
    });
    await fc.assert(property, {
      numRuns: HISTORIES,
      endOnFailure: process.env.MODEL_SHRINK === undefined,
      includeErrorInReport: true,
      ...seed,
      ...path,
    });
  });

  it('leave a ledger and an audit log that verify', async () => {
    expect(await verifyLedger(house.database.db)).toEqual([]);
    expect(await house.audit.verify(house.database.db)).toMatchObject({ ok: true, findings: [] });
  });
});
