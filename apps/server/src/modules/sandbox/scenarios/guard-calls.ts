/** Applies the bank's part of a test customer's scenario to calls of applications: a late response, or none. */

import { reachBank, type ScenarioFinder } from '#modules/bank-sandbox/index.ts';
import type { RequireToken } from '#modules/oauth/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';

const BANK_DOWN = 'The bank does not answer: so says the scenario of this test customer. Nothing was done. Choose another scenario, or try again.';

/** The token guard of calls that use the bank. @throws also TppRefusal 503 SERVICE_UNAVAILABLE. */
export function guardCalls(requireToken: RequireToken, findScenario: ScenarioFinder): RequireToken {
  return async (request) => {
    const holder = await requireToken(request);
    const scenario = await findScenario(holder.customerId);
    if (scenario === undefined || (await reachBank(scenario))) return holder;
    throw new TppRefusal(503, 'SERVICE_UNAVAILABLE', BANK_DOWN, { headers: { 'retry-after': '60' } });
  };
}
