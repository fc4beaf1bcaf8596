/**
 * How many lines of callers who only claim to be an application enter a log within an hour. Developers find the mistakes of their first
 * calls there; a stranger who knows the client id can neither fill the log nor hide the application's own calls in it.
 */
import { createHourlyBudget } from '#platform/http/hourly-budget.ts';

export const CLAIMS_PER_HOUR = { ofApplicationAndNetwork: 120, ofNetwork: 600, ofApplication: 1_200 } as const;

export interface ClaimLimits {
  /** Counts a line, and says whether it may be written. */
  mayEnter(clientId: string, network: string): boolean;
}

/** @param now in ms, never backwards */
export function createClaimLimits(now?: () => number): ClaimLimits {
  const ofNetwork = createHourlyBudget(CLAIMS_PER_HOUR.ofNetwork, now);
  const ofBoth = createHourlyBudget(CLAIMS_PER_HOUR.ofApplicationAndNetwork, now);
  const ofApplication = createHourlyBudget(CLAIMS_PER_HOUR.ofApplication, now);
  return {
    // The narrowest last: what one network sends too much of uses up nothing of the others.
    mayEnter: (clientId, network) => ofNetwork(network) && ofBoth(`${network} ${clientId}`) && ofApplication(clientId),
  };
}
