import { describe, expect, it } from 'vitest';
import { createReplicaAge } from './replica-age.ts';

/** Two simulated databases with only their positions, and a clock. */
function open() {
  const world = { now: 0, written: 100, replayed: 100, identity: 'one', isReplica: true, isAway: false };
  const changes: (string | undefined)[] = [];
  const answer = (row: object) => async () => {
    if (world.isAway) throw new Error('away');
    return { rows: [row] };
  };
  const age = createReplicaAge({
    primary: { query: async () => ({ rows: [{ identity: 'one', bytes: world.written, isReplica: false }] }) },
    replica: { query: async () => answer({ identity: world.identity, bytes: world.replayed, isReplica: world.isReplica })() },
    ageMaxMs: 5_000,
    elapsed: () => world.now,
    onChange: (reason) => changes.push(reason),
  });
  async function pass(ms: number) {
    for (let second = 0; second < ms; second += 1_000) {
      world.now += 1_000;
      await age.compare();
    }
  }
  return { world, age, changes, pass };
}

describe('a replica', () => {
  it('is not fresh before the first comparison', async () => {
    const { age } = open();
    expect(age.isFresh()).toBe(false);
    await age.compare();
    expect(age.isFresh()).toBe(true);
  });

  it('is fresh while it follows a primary under load one second behind', async () => {
    const { world, age } = open();
    for (let second = 0; second < 20; second += 1) {
      world.now += 1_000;
      world.written += 5_000;
      // The replica has what was written a second ago, never the newest writes.
      world.replayed = world.written - 4_000;
      await age.compare();
    }
    expect(age.isFresh()).toBe(true);
  });

  it('stays fresh without writes on the primary', async () => {
    const { age, pass } = open();
    await pass(60_000);
    expect(age.isFresh()).toBe(true);
  });

  it('is stale when it stops replaying for the maximum age, and fresh when it has caught up', async () => {
    const { world, age, changes, pass } = open();
    await age.compare();
    world.written = 200;
    await pass(5_000);
    expect(age.isFresh()).toBe(true);
    await pass(1_000);
    expect(age.isFresh()).toBe(false);
    world.replayed = 200;
    await pass(1_000);
    expect(age.isFresh()).toBe(true);
    expect(changes).toEqual([undefined, expect.stringContaining('behind'), undefined]);
  });

  it('is not fresh without a comparison within the maximum age', async () => {
    const { world, age } = open();
    await age.compare();
    world.now += 5_001;
    expect(age.isFresh()).toBe(false);
  });

  it.each([
    ['is away', { isAway: true }, 'away'],
    ['is of another database', { identity: 'two' }, 'another database'],
    ['was promoted', { isReplica: false }, 'no replica'],
  ])('is not fresh after a comparison that finds that it %s', async (_case, change, reason) => {
    const { world, age, changes } = open();
    await age.compare();
    Object.assign(world, change);
    await age.compare();
    expect(age.isFresh()).toBe(false);
    expect(changes.at(-1)).toContain(reason);
  });

  it('is not fresh after a failed read until the next comparison', async () => {
    const { age } = open();
    await age.compare();
    age.distrust('a statement failed');
    expect(age.isFresh()).toBe(false);
    await age.compare();
    expect(age.isFresh()).toBe(true);
  });
});
