/** Random numbers that a seed repeats: mulberry32. */

export interface SeededRandom {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number) => next() % count;
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined && values.length === 0) throw new Error('There is nothing to pick from.');
      return value as (typeof values)[number];
    },
  };
}
