import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type History, makeHistory, savedCents } from './seed-history.ts';
import { HISTORY_DAYS } from './seed-profiles.ts';

const profile = fc.constantFrom('salary', 'tight', 'company', 'short');
const country = fc.constantFrom('ee', 'lv', 'lt');

/** Balances after the opening and after each item. */
function balances(history: History): readonly number[] {
  const known = [history.openingCents];
  for (const { amountCents } of history.items) known.push((known.at(-1) ?? 0) + amountCents);
  return known;
}

describe('a generated history', () => {
  it('ends at the requested balance and is never below zero, for any profile and seed', () =>
    fc.assert(
      fc.property(profile, country, fc.integer({ min: 200, max: 5_000_000 }), fc.string(), (chosen, land, endCents, seed) => {
        const known = balances(makeHistory({ profile: chosen, country: land, endCents, seed }));
        return known.at(-1) === endCents && known.every((cents) => cents >= 0);
      }),
    ));

  it('is dated, oldest first, within its four months and never in the future', () => {
    const { items } = makeHistory({ profile: 'salary', country: 'lv', endCents: 98_742, seed: '1' });
    const minutes = items.map((item) => item.minutesAgo);
    expect(minutes).toEqual(minutes.toSorted((left, right) => right - left));
    expect(minutes.at(-1)).toBeGreaterThan(0);
    expect(minutes[0]).toBeLessThan(HISTORY_DAYS * 1440);
    expect(items.filter((item) => item.remittance === '' || (item.counterparty === '' && item.kind !== 'ownTransfer'))).toEqual([]);
  });

  it('is the same for the same seed and another one for another', () => {
    const make = (seed: string) => makeHistory({ profile: 'tight', country: 'lt', endCents: 415, seed });
    expect(make('1')).toEqual(make('1'));
    expect(make('1')).not.toEqual(make('2'));
  });

  it('has the sum of its savings', () => {
    expect(savedCents(makeHistory({ profile: 'salary', country: 'ee', endCents: 120_515, seed: '1' }))).toBe(60_000);
    expect(savedCents(makeHistory({ profile: 'tight', country: 'ee', endCents: 320, seed: '1' }))).toBe(0);
  });
});
