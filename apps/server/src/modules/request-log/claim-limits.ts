/**
 * Limits the log lines per hour of callers who only claim to be an application. Developers find the mistakes of their first calls in these lines.
 * A stranger who knows the client id can neither fill the log nor hide the application's own calls in it.
 */
import type { Network } from '#platform/allowances/network-of.ts';
import { createHourlyBudget } from '#platform/http/hourly-budget.ts';

export const CLAIMS_PER_HOUR = { ofApplicationAndNetwork: 120, ofNetwork: 600, ofApplication: 1_200 } as const;

export interface ClaimLimits {
  /** Counts a line, and returns whether it may be written. */
  mayEnter(clientId: string, networks: readonly Network[]): boolean;
}

/** @param now monotonic milliseconds */
export function createClaimLimits(now?: () => number): ClaimLimits {
  const ofNetwork = createHourlyBudget(CLAIMS_PER_HOUR.ofNetwork, now);
  const ofBoth = createHourlyBudget(CLAIMS_PER_HOUR.ofApplicationAndNetwork, now);
  const ofApplication = createHourlyBudget(CLAIMS_PER_HOUR.ofApplication, now);
  return {
    // The budget that all networks share is spent last, so that one network's excess does not use it up.
    mayEnter: (clientId, networks) =>
      networks.every(({ name, share }) => ofNetwork(name, share)) &&
      networks.every(({ name, share }) => ofBoth(`${name} ${clientId}`, share)) &&
      ofApplication(clientId),
  };
}
