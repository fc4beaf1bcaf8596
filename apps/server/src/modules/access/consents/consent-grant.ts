/** Consents as grants: their transitions, their expiry, and the query for an application's consent. */
import { CONSENT_START_SECONDS } from '@portico/contract/values';
import { bankDate } from '#modules/bank/index.ts';
import type { AccessDeps } from '../deps.ts';
import { type ReadGrant, readCurrent } from '../grant/expire-on-read.ts';
import type { GrantEvent, GrantKind } from '../grant/grant.ts';
import type { Consent } from './consent.ts';
import { type ConsentEvent, isFinal, nextStatus } from './consent-status.ts';
import { type ConsentOwner, findOwnConsent, lockConsent, lockConsents, updateStatus } from './consent-store.ts';

export const CONSENT_GRANT: GrantKind<Consent, Exclude<ConsentEvent, GrantEvent>> = {
  name: 'consent',
  auditEvents: {
    sign: 'consent.granted',
    signPartly: 'consent.partly-signed',
    refuse: 'consent.rejected',
    lapse: 'consent.rejected',
    delete: 'consent.deleted',
    revoke: 'consent.revoked',
    expire: 'consent.expired',
    replace: 'consent.replaced',
    useUp: 'consent.expired',
  },
  idOf: ({ consentId }) => consentId,
  nextStatus,
  isFinal,
  dueEvent(consent, now) {
    const today = bankDate(now, consent.bankCountry);
    if (consent.status === 'valid') {
      // A one-off consent is valid for the day of its first reading.
      const isUsed = !consent.isRecurring && consent.firstUsedOn !== undefined && consent.firstUsedOn < today;
      return isUsed || consent.validUntil < today ? 'expire' : undefined;
    }
    // If an authorisation was started, its signing session ends the consent.
    const isAbandoned = consent.authorisationId === undefined && now.getTime() - consent.receivedAt.getTime() >= CONSENT_START_SECONDS * 1000;
    return consent.status === 'received' && isAbandoned ? 'lapse' : undefined;
  },
  lock: (tx, { sandboxId, id }) => lockConsent(tx, { sandboxId, consentId: id }),
  lockAll: lockConsents,
  async write(tx, sandboxId, consents, change) {
    for (const [on, alike] of Map.groupBy(consents, ({ bankCountry }) => bankDate(change.at, bankCountry))) {
      await updateStatus(
        tx,
        sandboxId,
        alike.map(({ consentId }) => consentId),
        { ...change, on },
      );
    }
  },
};

/** The consent in its present status; undefined when this application has no such consent for this customer. */
export function readOwnConsent(deps: AccessDeps, owner: ConsentOwner, consentId: string): Promise<ReadGrant<Consent> | undefined> {
  return readCurrent(CONSENT_GRANT, deps, () => findOwnConsent(deps.db, owner, consentId));
}
