/** An application starts the one authorisation of a consent that it asked for with `TPP-Explicit-Authorisation-Preferred`. */
import type { NotificationWish, Notified } from '#modules/notifications/index.ts';
import type { StartedSigning } from '#modules/signing/index.ts';
import type { Xs2aSender } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessRoutesDeps } from '../deps.ts';
import { lockConsent, recordAuthorisation } from './consent-store.ts';
import { notifiedConsent, openConsentSigning } from './request-consent.ts';

/** @throws TppRefusal 403 CONSENT_EXPIRED when its time is over; 409 STATUS_INVALID when it has one, or takes none any more. */
export function startAuthorisation(
  deps: AccessRoutesDeps,
  input: Xs2aSender & { readonly consentId: string; readonly notification: NotificationWish | undefined },
): Promise<StartedSigning & Notified> {
  const { caller, consentId, idempotency } = input;
  return deps.write(
    async (context) => {
      const consent = await lockConsent(context.tx, { sandboxId: caller.sandboxId, consentId });
      if (consent?.status === 'expired') throw new TppRefusal(403, 'CONSENT_EXPIRED', 'This consent has ended. Ask for a new one.');
      if (consent?.status !== 'received') throw refuse('This consent takes no authorisation any more. Ask for a new consent.');
      if (consent.authorisationId !== undefined) throw refuse('The authorisation of this consent is under way already. Follow its scaRedirect.');
      const authorisationId = deps.random.id('aut');
      await recordAuthorisation(context.tx, consent, authorisationId);
      const notified = await deps.notifications.register(context, input.notification, notifiedConsent(consent));
      const started = await openConsentSigning(deps, context, input, consentId);
      return { ...started, authorisationId, ...notified };
    },
    { idempotency },
  );
}

function refuse(text: string): TppRefusal {
  return new TppRefusal(409, 'STATUS_INVALID', text);
}
