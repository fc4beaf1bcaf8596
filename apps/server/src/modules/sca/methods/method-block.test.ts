import type { ChallengeState } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { countOutcome, isBlocked, type MethodAttempts, NO_ATTEMPTS } from './method-block.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function after(...outcomes: ChallengeState[]): MethodAttempts {
  return outcomes.reduce<MethodAttempts>((attempts, outcome) => countOutcome(attempts, outcome, NOW), NO_ATTEMPTS);
}

describe('the block of a method', () => {
  it('does not come with four failures in a row', () => {
    expect(isBlocked(after('refused', 'wrongCode', 'refused', 'wrongCode'), NOW)).toBe(false);
  });

  it('comes with the fifth and lasts 15 minutes to the second', () => {
    const attempts = after('refused', 'wrongCode', 'refused', 'wrongCode', 'refused');
    expect(isBlocked(attempts, NOW)).toBe(true);
    expect(isBlocked(attempts, at(15 * 60 - 1))).toBe(true);
    expect(isBlocked(attempts, at(15 * 60))).toBe(false);
  });

  it('does not count challenges that nobody answered', () => {
    expect(after('timedOut', 'timedOut', 'timedOut', 'timedOut', 'timedOut', 'timedOut')).toEqual(NO_ATTEMPTS);
  });

  it('is forgotten by a success in between', () => {
    expect(after('refused', 'refused', 'refused', 'refused', 'approved', 'refused').failures).toBe(1);
  });

  it('is neither lengthened nor lifted by what ends while it lasts', () => {
    const attempts = after('refused', 'refused', 'refused', 'refused', 'refused');
    expect(countOutcome(attempts, 'refused', at(60))).toEqual(attempts);
    expect(countOutcome(attempts, 'approved', at(60))).toEqual(attempts);
  });

  it('starts counting from one after it was lifted', () => {
    const attempts = after('refused', 'refused', 'refused', 'refused', 'refused');
    expect(countOutcome(attempts, 'refused', at(15 * 60))).toEqual({ failures: 1, blockedUntil: undefined });
  });
});
