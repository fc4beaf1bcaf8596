/**
 * Counts the uses of a consent (RTS (EU) 2018/389 Art. 36(5)(b)): a limited number of readings a day without the customer, for each endpoint and
 * resource. A one-off consent allows each reading once, with or without the customer. The attempt to repeat a reading ends the consent, because
 * its one access is over (NextGenPSD2 1.3 §6.3, `recurringIndicator`).
 */
import type { ReadingKind } from '@portico/contract';
import { secondsUntilTomorrow } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessDeps } from '../deps.ts';
import { transition } from '../grant/transition.ts';
import type { ConsentKey } from './consent.ts';
import { CONSENT_GRANT } from './consent-grant.ts';
import { findConsent, lockConsent } from './consent-store.ts';
import { type GrantedConsent, requireValid } from './require-consent.ts';
import { recordUse } from './use-store.ts';

export interface ConsentUse {
  readonly endpoint: ReadingKind;
  /** The addressed resource: an account, an account with one of its transactions, or `''`. */
  readonly resource: string;
  /** The customer is present (`PSU-IP-Address`). */
  readonly isAttended: boolean;
}

/** @throws TppRefusal 429 ACCESS_EXCEEDED; 401 as in `require-consent.ts`: the consent ended during the reading, or was for one reading. */
export async function countUse(deps: AccessDeps, { consent, now, today }: GrantedConsent, use: ConsentUse): Promise<void> {
  const { sandboxId, consentId, isRecurring, frequencyPerDay } = consent;
  const isCounted = !isRecurring || !use.isAttended;
  const limit = isCounted ? frequencyPerDay : undefined;
  const hasRoom = await deps.write(async (context) => {
    const isRecorded = await recordUse(context.tx, { sandboxId, consentId, usedOn: today, usedAt: now, ...use, limit, isRecurring });
    // A one-off consent to the list of accounts is used up by one reading.
    const isOver = !isRecurring && (!isRecorded || consent.form === 'listOnly');
    if (isOver) await endConsent(deps, context, consent);
    return isRecorded;
  });
  if (hasRoom) return;
  const known = await findConsent(deps.db, { sandboxId, consentId });
  if (known !== undefined) requireValid(known);
  const text = `Without the customer this can be read ${frequencyPerDay} times a day. Come back tomorrow, or send PSU-IP-Address when the customer is there.`;
  throw new TppRefusal(429, 'ACCESS_EXCEEDED', text, { headers: { 'retry-after': String(secondsUntilTomorrow(now, consent.bankCountry)) } });
}

/** Does nothing when the consent has ended. */
async function endConsent(deps: AccessDeps, context: WriteContext, key: ConsentKey): Promise<void> {
  const locked = await lockConsent(context.tx, key);
  if (locked !== undefined) await transition(CONSENT_GRANT, deps, context, locked, 'useUp');
}
