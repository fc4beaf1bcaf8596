/** The module as other modules see it: one object for signing, for reading accounts and for resets. */
import type { Reader } from '#platform/db/database.ts';
import type { AccessDeps } from '../deps.ts';
import { createPastGrants } from '../grant/past-grants.ts';
import { withPresentRepresentative } from '../grant/present-representative.ts';
import { endGrants, expireGrants, rejectGrant, transition } from '../grant/transition.ts';
import { listConsentsForOnly } from './account-consents-store.ts';
import { countConsents } from './app-consents-store.ts';
import type { Consent } from './consent.ts';
import { toDetails } from './consent-details.ts';
import { CONSENT_GRANT } from './consent-grant.ts';
import { awaitsSignature, toUiStatus } from './consent-status.ts';
import { deleteConsents, findConsent, listOpenConsents, listValidRecurring, lockConsent } from './consent-store.ts';
import type { Consents } from './consents.ts';
import { countUse } from './count-use.ts';
import { listReadingsLeft } from './list-readings-left.ts';
import { findPastConsent, findReplaced, listAppsOfConsents, listPastConsents, listSignedConsents } from './past-consents-store.ts';
import { requireConsent } from './require-consent.ts';
import { signConsent } from './sign-consent.ts';
import { listDaysOfUse, sumUse } from './use-store.ts';

export function createConsents(deps: AccessDeps): Consents {
  return {
    async details(reader, sandboxId, consentId) {
      const stored = await findConsent(reader, { sandboxId, consentId });
      if (stored === undefined) return undefined;
      const consent = awaitsSignature(stored.status) ? await withPresentRepresentative(deps.bank, reader, stored) : stored;
      return toDetails(consent, await deps.bank.listAccounts(reader, consent), await findReplacedGivenAt(reader, consent));
    },
    sign: (context, input) => signConsent(deps, context, input),
    expireAll: (context, sandboxId, ids) => expireGrants(CONSENT_GRANT, deps, context, { sandboxId, ids }),
    reject: async (context, sandboxId, consentId, reason) =>
      toUiStatus(await rejectGrant(CONSENT_GRANT, deps, context, { sandboxId, id: consentId }, reason)),
    past: {
      ...createPastGrants(CONSENT_GRANT, deps, {
        list: listPastConsents,
        find: findPastConsent,
        listApps: listAppsOfConsents,
        listSigned: listSignedConsents,
      }),
      async revoke(context, { sandboxId, customerId }, consentId, withdrawnBy) {
        const consent = await lockConsent(context.tx, { sandboxId, consentId });
        if (consent === undefined || consent.customerId !== customerId) return false;
        return (await transition(CONSENT_GRANT, deps, context, consent, 'revoke', { withdrawnBy })) !== undefined;
      },
      findReplaced: async (consent) =>
        consent.isRecurring && consent.signedAt !== undefined ? findReplaced(deps.db, consent, consent.signedAt) : undefined,
      listDaysOfUse: (consent, wanted) => listDaysOfUse(deps.db, consent, wanted),
      sumUse: (sandboxId, consentIds) => sumUse(deps.db, sandboxId, consentIds),
    },
    ofApp: { countConsents, listReadingsLeft },
    async endByBank(context, key) {
      const consent = await lockConsent(context.tx, key);
      if (consent === undefined) return undefined;
      const moved = consent.status === 'valid' ? await transition(CONSENT_GRANT, deps, context, consent, 'expire') : undefined;
      return { hasEnded: moved !== undefined, status: moved?.status ?? consent.status };
    },
    endOpen: async (context, whose) => endGrants(CONSENT_GRANT, deps, context, whose.sandboxId, await listOpenConsents(context.tx, whose)),
    endForAccount: async (context, account) =>
      endGrants(CONSENT_GRANT, deps, context, account.sandboxId, await listConsentsForOnly(context.tx, account)),
    forgetSandbox: deleteConsents,
    require: (caller, consentId, right) => requireConsent(deps, caller, consentId, right),
    count: (granted, use) => countUse(deps, granted, use),
  };
}

/** When the customer gave the access that the signature of this consent ends or ended; undefined where there is none. */
async function findReplacedGivenAt(reader: Reader, consent: Consent): Promise<Date | undefined> {
  const { isRecurring, status, signedAt } = consent;
  if (!isRecurring) return undefined;
  if (signedAt !== undefined) return (await findReplaced(reader, consent, signedAt))?.signedAt;
  const [valid] = awaitsSignature(status) ? await listValidRecurring(reader, consent) : [];
  return valid?.signedAt ?? undefined;
}
