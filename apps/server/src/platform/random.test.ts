import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

describe('an id', () => {
  it('is its prefix and 26 characters of Crockford base 32', () => {
    expect(createRandom().id('pay')).toMatch(/^pay_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('sorts by the time it was made, to the millisecond', () => {
    let now = Date.UTC(2026, 10, 21);
    const random = createRandom(undefined, () => now);
    const ids = [0, 1, 31, 32, 1_000, 86_400_000, 40 * 365 * 86_400_000].map((later) => {
      now = Date.UTC(2026, 10, 21) + later;
      return random.id('pay');
    });
    expect(ids.toSorted()).toEqual(ids);
  });

  it('has 80 bits of chance besides the time, none twice in one millisecond', () => {
    const random = createRandom(undefined, () => 0);
    const ids = Array.from({ length: 10_000 }, () => random.id('pay'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.startsWith('pay_0000000000'))).toBe(true);
    for (let at = 14; at < 30; at += 1) expect(new Set(ids.map((id) => id[at])).size).toBe(32);
  });
});

describe('a secret', () => {
  it('says nothing about the time and has 256 bits', () => {
    const random = createRandom(
      (length) => Buffer.alloc(length, 7),
      () => Date.UTC(2026, 10, 21),
    );
    const later = createRandom(
      (length) => Buffer.alloc(length, 7),
      () => Date.UTC(2027, 10, 21),
    );
    expect(random.secret()).toBe(later.secret());
    expect(random.secret()).toHaveLength(43);
  });
});
