/** What time alone does to a consent. It is written down when somebody looks, so no job has to wake for it. */
import { CONSENT_START_SECONDS } from '@portico/contract/values';
import { bankDate } from '#modules/bank/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Consent } from './consent.ts';
import { moveConsent } from './consent-lifecycle.ts';
import type { ConsentEvent } from './consent-status.ts';
import { type ConsentOwner, findOwnConsent, lockConsent } from './consent-store.ts';

export interface SettleDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
}

/** Undefined: nothing is due. `now` is tenant time. */
function dueEvent(consent: Consent, now: Date): ConsentEvent | undefined {
  const today = bankDate(now, consent.bankCountry);
  if (consent.status === 'valid') {
    // A one-off consent is good for the day of its first reading.
    const isUsed = !consent.isRecurring && consent.firstUsedOn !== undefined && consent.firstUsedOn < today;
    return isUsed || consent.validUntil < today ? 'expire' : undefined;
  }
  // With an authorisation under way, the signing session ends it.
  const isAbandoned = consent.authorisationId === undefined && now.getTime() - consent.receivedAt.getTime() >= CONSENT_START_SECONDS * 1000;
  return consent.status === 'received' && isAbandoned ? 'lapse' : undefined;
}

/** The consent as it is now; undefined when this application has none of this id for this customer. */
export async function readOwnConsent(
  deps: SettleDeps,
  owner: ConsentOwner,
  consentId: string,
): Promise<{ readonly consent: Consent; readonly now: Date } | undefined> {
  const found = await findOwnConsent(deps.db, owner, consentId);
  if (found === undefined || !(await settleConsent(deps, found.consent, found.now))) return found;
  return findOwnConsent(deps.db, owner, consentId);
}

/** False: nothing was due at `now`. */
export async function settleConsent(deps: Pick<SettleDeps, 'write' | 'clock'>, consent: Consent, now: Date): Promise<boolean> {
  if (dueEvent(consent, now) === undefined) return false;
  await deps.write(async (context) => {
    const locked = await lockConsent(context.tx, consent);
    const event = locked && dueEvent(locked, await deps.clock.now(context.tx, consent.sandboxId));
    if (locked !== undefined && event !== undefined) await moveConsent(deps, context, locked, event);
  });
  return true;
}
