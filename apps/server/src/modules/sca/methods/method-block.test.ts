import type { ChallengeState } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { countOutcome, isBlocked, type MethodAttempts, NO_ATTEMPTS, triesLeft } from './method-block.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function after(...outcomes: ChallengeState[]): MethodAttempts {
  return outcomes.reduce<MethodAttempts>((attempts, outcome) => countOutcome(attempts, outcome, NOW), NO_ATTEMPTS);
}

describe('the block of a method', () => {
  it('does not start after four failures in a row', () => {
    expect(isBlocked(after('refused', 'wrongCode', 'refused', 'wrongCode'), NOW)).toBe(false);
  });

  it('starts with the fifth failure and lasts exactly 15 minutes', () => {
    const attempts = after('refused', 'wrongCode', 'refused', 'wrongCode', 'refused');
    expect(isBlocked(attempts, NOW)).toBe(true);
    expect(isBlocked(attempts, at(15 * 60 - 1))).toBe(true);
    expect(isBlocked(attempts, at(15 * 60))).toBe(false);
  });

  it('does not count challenges that timed out', () => {
    expect(after('timedOut', 'timedOut', 'timedOut', 'timedOut', 'timedOut', 'timedOut')).toEqual(NO_ATTEMPTS);
  });

  it('is counted from zero after a success', () => {
    expect(after('refused', 'refused', 'refused', 'refused', 'approved', 'refused').failures).toBe(1);
  });

  it('is neither extended nor lifted by a challenge that ends during it', () => {
    const attempts = after('refused', 'refused', 'refused', 'refused', 'refused');
    expect(countOutcome(attempts, 'refused', at(60))).toEqual(attempts);
    expect(countOutcome(attempts, 'approved', at(60))).toEqual(attempts);
  });

  it('says how many failures are left, none while it lasts, and all again after it', () => {
    expect(triesLeft(NO_ATTEMPTS, NOW)).toBe(5);
    expect(triesLeft(after('refused', 'timedOut', 'wrongCode'), NOW)).toBe(3);
    const blocked = after('refused', 'refused', 'refused', 'refused', 'refused');
    expect([0, 15 * 60 - 1, 15 * 60].map((seconds) => triesLeft(blocked, at(seconds)))).toEqual([0, 0, 5]);
  });

  it('is counted from one after it ended', () => {
    const attempts = after('refused', 'refused', 'refused', 'refused', 'refused');
    expect(countOutcome(attempts, 'refused', at(15 * 60))).toEqual({ failures: 1, blockedUntil: undefined });
  });
});
