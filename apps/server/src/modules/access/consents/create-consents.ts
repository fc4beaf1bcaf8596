/** The module as other modules see it: one object for signing, for reading accounts and for resets. */

import type { Bank } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Consent } from './consent.ts';
import { toDetails } from './consent-details.ts';
import { moveConsent } from './consent-lifecycle.ts';
import { awaitsSignature, toUiStatus } from './consent-status.ts';
import { deleteConsents, findConsent, findReplacedSignedAt, listOpenConsents, listValidRecurring, lockConsent } from './consent-store.ts';
import type { Consents } from './consents.ts';
import { countUse } from './count-use.ts';
import type { SettleDeps } from './expire-consent.ts';
import { createGivenConsents } from './past-consents.ts';
import { requireConsent } from './require-consent.ts';
import { signConsent } from './sign-consent.ts';

export interface ConsentsDeps extends SettleDeps {
  readonly bank: Pick<Bank, 'listAccounts'>;
}

export function createConsents(deps: ConsentsDeps): Consents {
  return {
    async details(reader, sandboxId, consentId) {
      const consent = await findConsent(reader, { sandboxId, consentId });
      if (consent === undefined) return undefined;
      return toDetails(consent, await deps.bank.listAccounts(reader, consent), await findReplacedGivenAt(reader, consent));
    },
    sign: (context, input) => signConsent(deps, context, input),
    async reject(context, sandboxId, consentId, reason) {
      const consent = await lockConsent(context.tx, { sandboxId, consentId });
      if (consent === undefined) throw new Error(`There is no consent ${consentId} to reject.`);
      const status = await moveConsent(deps, context, consent, reason === 'refused' ? 'refuse' : 'lapse');
      return toUiStatus(status ?? consent.status);
    },
    given: createGivenConsents(deps),
    async endOpen(context, whose) {
      for (const consentId of await listOpenConsents(context.tx, whose)) {
        const consent = await lockConsent(context.tx, { sandboxId: whose.sandboxId, consentId });
        if (consent !== undefined) await moveConsent(deps, context, consent, consent.status === 'valid' ? 'expire' : 'lapse');
      }
    },
    forgetSandbox: deleteConsents,
    require: (caller, consentId, right) => requireConsent(deps, caller, consentId, right),
    count: (granted, use) => countUse(deps, granted, use),
  };
}

/** When the customer gave the access that the signature of this consent ends or ended; undefined where there is none. */
async function findReplacedGivenAt(reader: Reader, consent: Consent): Promise<Date | undefined> {
  const { isRecurring, status, signedAt } = consent;
  if (!isRecurring) return undefined;
  if (signedAt !== undefined) return findReplacedSignedAt(reader, consent, signedAt);
  const [valid] = awaitsSignature(status) ? await listValidRecurring(reader, consent) : [];
  return valid?.signedAt ?? undefined;
}
