import { describe, expect, it } from 'vitest';
import { createHourlyBudget } from './hourly-budget.ts';

const HOUR_MS = 60 * 60_000;

describe('an hourly budget', () => {
  it('ends after its events and begins again an hour after the first', () => {
    let now = 0;
    const spend = createHourlyBudget(2, () => now);
    expect([spend('a'), spend('a'), spend('a'), spend('b')]).toEqual([true, true, false, true]);
    now = HOUR_MS - 1;
    expect(spend('a')).toBe(false);
    now = HOUR_MS;
    expect([spend('a'), spend('a'), spend('a')]).toEqual([true, true, false]);
  });

  it('allows a key its share', () => {
    const spend = createHourlyBudget(2);
    expect(Array.from({ length: 9 }, () => spend('a', 4)).filter(Boolean)).toHaveLength(8);
  });

  it('of a key does not begin again when many other keys are counted', () => {
    const spend = createHourlyBudget(1);
    expect([spend('victim'), spend('victim')]).toEqual([true, false]);
    for (let other = 0; other < 12_000; other += 1) spend(`other ${other}`);
    expect(spend('victim')).toBe(false);
  });

  it('allows nothing where it is zero', () => {
    expect(createHourlyBudget(0)('a')).toBe(false);
  });
});
