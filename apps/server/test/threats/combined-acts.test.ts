/**
 * Two customers, a co-signer and the persons who replace them, in three browsers with any number of tabs and at the fallback interface: payments of
 * every kind, consents, statements, second signatures, cancellations, sign-outs, time on and back, resets and a suspension, in the order that a seed draws. `WALK_SEED`, `WALK_SEEDS` and `WALK_STEPS` choose others; a
 * failure prints the walk. Threat T5.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';
import { walk } from '../house/walk/run-walk.ts';

const FIRST = Number(process.env.WALK_SEED ?? 4);
const SEEDS = Number(process.env.WALK_SEEDS ?? 3);
const STEPS = Number(process.env.WALK_STEPS ?? 60);

const DEVELOPER = 'dev_walk';

let house: PermissionsHouse;
beforeAll(async () => {
  house = await openPermissionsHouse(DEVELOPER);
});
afterAll(() => house.close());

describe('actions in a random order', () => {
  it.each(Array.from({ length: SEEDS }, (_none, index) => FIRST + index))(
    '(seed %i) leave no signature without a right to sign, no wrong page and no wrong balance',
    async (seed) => {
      const { complaints, story } = await walk(house, DEVELOPER, seed, STEPS);
      expect(complaints, story.join('\n')).toEqual([]);
    },
  );
});
