/** Walks: a seed draws the acts, and after each of them the invariants are looked at. */
import { seededRandom } from '../fuzz/seeded-random.ts';
import type { PermissionsHouse } from '../permissions-house.ts';
import { type ActName, createActs } from './acts.ts';
import { endHeld, settle } from './held-calls.ts';
import { createInvariants } from './invariants.ts';
import { openPeople } from './people.ts';
import { openWorld } from './world.ts';

/** How often each act is drawn. */
const WEIGHTS: Readonly<Record<ActName, number>> = {
  ...{ pay: 8, askAccess: 4, takeBack: 5, signIn: 2, signOut: 2, open: 6, read: 3, sign: 16, refuse: 1, device: 3, approveAll: 14 },
  ...{ coAsk: 5, coSign: 6, coRefuse: 1, coSignWhole: 6, withdraw: 1, replacePersons: 5, appoint: 1, wait: 3, suspend: 1 },
  ...{ payMany: 3, payRegularly: 3, askStatement: 2, fallbackSignIn: 3, fallbackRead: 1, fallbackOrder: 4, fallbackConfirm: 5 },
  ...{ reset: 1, clockBack: 1, clockOn: 1, statusOf: 1, leaveLying: 2 },
};
const DRAWN = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name as ActName));

/** What the bank or time changes is changed between the acts: a signature is looked at as of one moment. */
const ALONE: ReadonlySet<ActName> = new Set(['replacePersons', 'appoint', 'wait', 'suspend', 'reset', 'clockBack', 'clockOn', 'leaveLying']);

export async function walk(house: PermissionsHouse, developer: string, seed: number, steps: number) {
  const random = seededRandom(seed);
  await house.resetClock();
  for (const table of LIMITS) await house.database.query(`delete from ${table}`);
  const people = await openPeople(house);
  const world = await openWorld(house, people, developer);
  const [original, second] = [people.holders.company, people.holders.coSigner];
  const invariants = await createInvariants(world);
  const acts = createActs(world, random);
  for (let step = 0; step < steps && world.complaints.length === 0; step += 1) {
    const name = random.pick(DRAWN);
    world.story.push(`${step}. ${name}`);
    for (const table of LIMITS) await house.database.query(`delete from ${table}`);
    if (world.isSuspended && random.below(2) === 0) await acts.suspend();
    const beside = random.below(4) === 0 ? random.pick(DRAWN) : undefined;
    if (beside !== undefined && !ALONE.has(name) && !ALONE.has(beside)) {
      world.story.push(`${step}. ${beside}, at the same time`);
      await Promise.all([acts[name](), acts[beside]()]);
    } else await acts[name]();
    await settle(world);
    await invariants.check();
    for (const page of world.pages.filter((each) => each.isLeft).slice(-2)) await invariants.askPage(page);
    const page = world.pages.at(-1);
    if (page !== undefined) await invariants.askPage(page);
  }
  await invariants.checkLedger();
  // Back to the beginning, for the next walk.
  await endHeld(world);
  if (world.isSuspended) await acts.suspend();
  await people.replace(original, second);
  if (!people.isAppointed()) await people.appoint(true);
  return world;
}

/** Who types wrong codes, or refuses, has few tries: that is tested elsewhere. */
const LIMITS = ['person_attempt', 'spent_allowance', 'sign_in_request'];
