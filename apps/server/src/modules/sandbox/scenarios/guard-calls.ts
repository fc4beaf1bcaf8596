/** The bank's part in a test customer's scenario, played for the calls of applications: it answers late, or not at all. */

import { reachBank, type ScenarioFinder } from '#modules/bank-sandbox/index.ts';
import type { RequireToken } from '#modules/oauth/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';

const BANK_DOWN = 'The bank does not answer: so says the scenario of this test customer. Nothing was done. Choose another scenario, or try again.';

/** The guard of the calls behind which a bank stands. @throws also TppRefusal 503 SERVICE_UNAVAILABLE. */
export function guardCalls(requireToken: RequireToken, findScenario: ScenarioFinder): RequireToken {
  return async (request) => {
    const holder = await requireToken(request);
    const scenario = await findScenario(holder.customerId);
    if (scenario === undefined || (await reachBank(scenario))) return holder;
    throw new TppRefusal(503, 'SERVICE_UNAVAILABLE', BANK_DOWN, { headers: { 'retry-after': '60' } });
  };
}
