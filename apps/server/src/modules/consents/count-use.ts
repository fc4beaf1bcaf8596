/**
 * How often a consent is used (RTS (EU) 2018/389 Art. 36(5)(b)): for each endpoint and what it addresses, so many readings a day
 * without the customer. A one-off consent gives each once, with or without him.
 */
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { secondsUntilTomorrow } from '../bank/index.ts';
import { findConsent } from './consent-store.ts';
import { type GrantedConsent, requireValid } from './require-consent.ts';
import { recordUse } from './use-store.ts';

type ConsentEndpoint = 'accounts' | 'account' | 'balances' | 'transactions' | 'transaction';

export interface ConsentUse {
  readonly endpoint: ConsentEndpoint;
  /** What is addressed: an account, an account and a transaction of it, or `''`. */
  readonly resource: string;
  /** The customer is there (`PSU-IP-Address`). */
  readonly isAttended: boolean;
}

/** @throws TppRefusal 429 ACCESS_EXCEEDED; 401 as `require-consent.ts` says: the consent ended while it was read. */
export async function countUse({ db, write }: { db: Db; write: RunWrite }, { consent, now, today }: GrantedConsent, use: ConsentUse): Promise<void> {
  const { sandboxId, consentId, isRecurring, frequencyPerDay } = consent;
  const isCounted = !isRecurring || !use.isAttended;
  const hasRoom = await write(({ tx }) =>
    recordUse(tx, { sandboxId, consentId, usedOn: today, usedAt: now, ...use, limit: isCounted ? frequencyPerDay : undefined, isRecurring }),
  );
  if (hasRoom) return;
  const known = await findConsent(db, { sandboxId, consentId });
  if (known !== undefined) requireValid(known);
  // No waiting makes a second reading of a one-off consent.
  if (!isRecurring) throw new TppRefusal(429, 'ACCESS_EXCEEDED', 'This consent is for one reading, and that was done. Ask for a new one.');
  const text = `Without the customer this can be read ${frequencyPerDay} times a day. Come back tomorrow, or send PSU-IP-Address when the customer is there.`;
  throw new TppRefusal(429, 'ACCESS_EXCEEDED', text, { headers: { 'retry-after': String(secondsUntilTomorrow(now, consent.bankCountry)) } });
}
