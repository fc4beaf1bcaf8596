/** What customers gave, at the bank's own pages: looking back at it, and withdrawing it. */

import type { Owner } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { moveConsent } from './consent-lifecycle.ts';
import { lockConsent } from './consent-store.ts';
import { type SettleDeps, settleConsent } from './expire-consent.ts';
import {
  type ConsentGivers,
  findGiven,
  type GivenConsent,
  type GivenConsentsQuery,
  listGiven,
  listGivenApps,
  listPerhapsDue,
} from './past-consents-store.ts';

/** Reading first writes down what time has ended: never inside a write. */
export interface GivenConsents {
  list(query: GivenConsentsQuery): Promise<readonly GivenConsent[]>;
  find(givers: ConsentGivers, consentId: string): Promise<GivenConsent | undefined>;
  /** Of which applications they are. */
  listApps(givers: ConsentGivers): Promise<readonly string[]>;
  /** A customer withdraws it at the bank, his own or as `withdrawnBy` of his company's. False: it is not his, or not valid any more. */
  revoke(context: WriteContext, owner: Owner, consentId: string, withdrawnBy: string): Promise<boolean>;
}

export function createGivenConsents(deps: SettleDeps): GivenConsents {
  async function settle(givers: ConsentGivers): Promise<void> {
    for (const { consent, now } of await listPerhapsDue(deps.db, givers)) await settleConsent(deps, consent, now);
  }
  return {
    async list(query) {
      await settle(query);
      return listGiven(deps.db, query);
    },
    async find(givers, consentId) {
      await settle(givers);
      return findGiven(deps.db, givers, consentId);
    },
    listApps: (givers) => listGivenApps(deps.db, givers),
    async revoke(context, { sandboxId, customerId }, consentId, withdrawnBy) {
      const consent = await lockConsent(context.tx, { sandboxId, consentId });
      if (consent === undefined || consent.customerId !== customerId) return false;
      return (await moveConsent(deps, context, consent, 'revoke', { withdrawnBy })) !== undefined;
    },
  };
}
