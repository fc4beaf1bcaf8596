/**
 * An application starts an authorisation of a payment: the first one, where it asked for an explicit start with
 * `TPP-Explicit-Authorisation-Preferred`, and the one of the second signatory while the payment is PATC.
 */
import type { NotificationWish, Notified } from '#modules/notifications/index.ts';
import type { StartedSigning } from '#modules/signing/index.ts';
import { sentBy, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { startSecondAuthorisation } from '../authorisation/second-authorisation.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { isDayOver } from '../execution/execution-day.ts';
import { kindOf, toNotified } from '../model/kind.ts';
import { awaitsCoSignature } from '../model/payment-status.ts';
import { lockPayment } from '../store/payment-store.ts';

export interface StartRequest extends Xs2aSender {
  readonly paymentId: string;
  readonly notification: NotificationWish | undefined;
}

/** @throws TppRefusal 400 EXECUTION_DATE_INVALID when its day is over; 403 RESOURCE_EXPIRED when its time is over; 409 STATUS_INVALID when the awaited signature has one, or the payment takes none any more. */
export function startAuthorisation(deps: PaymentRoutesDeps, input: StartRequest): Promise<StartedSigning & Notified> {
  const { caller, paymentId, idempotency } = input;
  const { sandboxId } = caller;
  return deps.write(
    async (context) => {
      const payment = await lockPayment(context.tx, sandboxId, paymentId);
      if (payment?.rejection?.code === 'RESOURCE_EXPIRED') throw new TppRefusal(403, 'RESOURCE_EXPIRED', 'This payment has ended. Send it again.');
      if (payment !== undefined && awaitsCoSignature(payment.status)) {
        const second = await startSecondAuthorisation(deps, context, input, payment);
        return { ...second, ...(await deps.notifications.register(context, input.notification, toNotified(payment))) };
      }
      if (payment?.status !== 'RCVD') throw refuse('This payment takes no authorisation any more. Read its status.');
      if (isDayOver(payment, await deps.clock.now(context.tx, sandboxId))) throw dayOver();
      const kind = kindOf(payment);
      const started = await deps.signing.list(context.tx, { sandboxId, resourceId: paymentId, kind });
      if (started.length > 0) throw refuse('The authorisation of this payment is under way already. Follow its scaRedirect.');
      const notified = await deps.notifications.register(context, input.notification, toNotified(payment));
      return { ...(await deps.signing.open(context, { ...sentBy(input), kind, resourceId: paymentId }, input.deviceWish)), ...notified };
    },
    { idempotency },
  );
}

function dayOver(): TppRefusal {
  return new TppRefusal(400, 'EXECUTION_DATE_INVALID', 'The day of this payment is over. Delete the payment, and send it again for a later day.');
}

function refuse(text: string): TppRefusal {
  return new TppRefusal(409, 'STATUS_INVALID', text);
}
