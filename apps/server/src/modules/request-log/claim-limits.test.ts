/** How many lines of unproven callers enter a log. */
// Review of 25 November 2026, S7.
import { describe, expect, it } from 'vitest';
import { CLAIMS_PER_HOUR, createClaimLimits } from './claim-limits.ts';

describe('a claimed client id', () => {
  it('is limited per hour, by network and by application', () => {
    let now = 0;
    const { mayEnter } = createClaimLimits(() => now);
    const entered = (times: number, client: (index: number) => string, network: (index: number) => string) =>
      Array.from({ length: times }, (_, index) => mayEnter(client(index), [{ name: network(index), share: 1 }])).filter(Boolean).length;
    const { ofApplication, ofApplicationAndNetwork, ofNetwork } = CLAIMS_PER_HOUR;
    expect(
      entered(
        1_000,
        () => 'a',
        () => 'n',
      ),
    ).toBe(ofApplicationAndNetwork);
    expect(
      entered(
        5_000,
        (index) => `b${index}`,
        () => 'm',
      ),
    ).toBe(ofNetwork);
    expect(
      entered(
        5_000,
        () => 'c',
        (index) => `n${index}`,
      ),
    ).toBe(ofApplication);
    now = 60 * 60_000;
    expect(
      entered(
        1_000,
        () => 'a',
        () => 'n',
      ),
    ).toBe(ofApplicationAndNetwork);
  });
});
