/** Moves a locked consent along the status table; every move is audited. */
import type { ConsentStatus } from '@portico/contract';
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { Consent } from './consent.ts';
import { type ConsentEvent, isFinal, nextStatus } from './consent-status.ts';
import { updateStatus } from './consent-store.ts';

/** The audit chain of one consent. */
export const consentChain = (consentId: string): string => `consent:${consentId}`;

const AUDIT_EVENTS: Readonly<Record<ConsentEvent, string>> = {
  sign: 'consent.granted',
  signPartly: 'consent.partly-signed',
  refuse: 'consent.rejected',
  lapse: 'consent.rejected',
  delete: 'consent.deleted',
  revoke: 'consent.revoked',
  expire: 'consent.expired',
  replace: 'consent.replaced',
  useUp: 'consent.expired',
};

/** `content`: what is personal about it; `withdrawnBy`: of `revoke`, who did it. Answers the status afterwards; undefined, and nothing changed, where the table knows no such move. */
export async function moveConsent(
  { clock }: { clock: Clock },
  context: WriteContext,
  consent: Consent,
  event: ConsentEvent,
  { content, withdrawnBy }: { readonly content?: object; readonly withdrawnBy?: string } = {},
): Promise<ConsentStatus | undefined> {
  const { consentId, sandboxId, customerId, appId } = consent;
  const to = nextStatus(consent.status, event);
  if (to === undefined) return undefined;
  const now = await clock.now(context.tx, sandboxId);
  const on = bankDate(now, consent.bankCountry);
  await updateStatus(context.tx, consent, {
    from: consent.status,
    to,
    on,
    signedAt: event === 'sign' ? now : undefined,
    ended: isFinal(to) ? { by: event, at: now, withdrawnBy } : undefined,
  });
  await context.audit({
    chain: consentChain(consentId),
    sandboxId,
    event: AUDIT_EVENTS[event],
    ids: { consentId, customerId, appId, status: to, ...(withdrawnBy === undefined ? {} : { withdrawnBy }) },
    ...(content === undefined ? {} : { content }),
  });
  return to;
}
