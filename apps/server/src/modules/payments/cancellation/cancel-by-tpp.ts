/**
 * An application cancels a payment. An unsigned payment is cancelled at once. Cancelling a signed payment requires a signature in a new signing
 * session. A repeated request opens a new session, and only the newest session is valid.
 */

import type { TransactionStatus } from '@portico/contract';
import type { NotificationWish, Notified } from '#modules/notifications/index.ts';
import type { StartedSigning } from '#modules/signing/index.ts';
import { type DeviceWish, sentBy, type Xs2aRequester, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import type { Idempotency, WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { cancellationKindOf, kindOf, toNotified } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import { lockCancelling } from '../store/cancellation-lock-store.ts';
import { findPayment, lockPaymentAtMoment } from '../store/payment-store.ts';
import { type Cancellation, cancellationOf } from './cancellation-rules.ts';

export interface CancelRequest extends Xs2aRequester {
  readonly paymentId: string;
  readonly idempotency: Idempotency;
}

/**
 * A JSON value that is stored and returned again for a repeated request. `CANC`: cancelled. Otherwise the customer must sign; `authorisation` is
 * null with an explicit start.
 */
export interface CancelAnswer {
  readonly transactionStatus: TransactionStatus;
  readonly authorisation: StartedSigning | null;
}

/**
 * `DELETE …/{paymentId}`. @throws TppRefusal 405 CANCELLATION_INVALID when it is too late; 400 for invalid redirect URIs, if a signature is needed.
 */
export function cancelByTpp(deps: PaymentRoutesDeps, input: CancelRequest & { readonly isExplicit: boolean }): Promise<CancelAnswer> {
  return deps.write(
    async (context) => {
      const { payment, way } = await findWay(deps, context, input);
      if (way === 'atOnce') {
        const { status } = await transitionPayment(deps, context, payment, { path: STATUS_PATHS.cancelled, change: {} });
        return { transactionStatus: status, authorisation: null };
      }
      const authorisation = input.isExplicit ? null : await openCancellation(deps, context, input, payment);
      return { transactionStatus: payment.status, authorisation };
    },
    { idempotency: input.idempotency },
  );
}

/** `POST …/{paymentId}/cancellation-authorisations`. @throws TppRefusal as {@link cancelByTpp}; 409 when no signature is needed. */
export function startCancellation(
  deps: PaymentRoutesDeps,
  input: CancelRequest & Pick<Xs2aSender, 'deviceWish'> & { readonly notification: NotificationWish | undefined },
): Promise<StartedSigning & Notified> {
  return deps.write(
    async (context) => {
      const { payment, way } = await findWay(deps, context, input);
      if (way === 'bySignature') {
        const notified = await deps.notifications.register(context, input.notification, toNotified(payment));
        return { ...(await openCancellation(deps, context, input, payment, input.deviceWish)), ...notified };
      }
      throw new TppRefusal(409, 'STATUS_INVALID', 'This payment is not signed. Delete it: that needs no authorisation.');
    },
    { idempotency: input.idempotency },
  );
}

/** Returns the locked payment. Sessions are locked before it, in the same order as in a signature, to prevent deadlocks. */
async function findWay(
  deps: PaymentRoutesDeps,
  context: WriteContext,
  { caller, paymentId }: CancelRequest,
): Promise<{ readonly payment: AnyPayment; readonly way: Exclude<Cancellation['way'], 'none'> }> {
  const { tx } = context;
  const { sandboxId } = caller;
  await lockCancelling(tx, paymentId);
  const known = await findPayment(tx, sandboxId, paymentId);
  if (known === undefined) throw new Gone(`There is no payment ${paymentId} to cancel.`);
  const kind = known.status === 'RCVD' ? kindOf(known) : cancellationKindOf(known);
  await deps.signing.withdraw(context, { sandboxId, resourceId: paymentId, kind });
  const locked = await lockPaymentAtMoment(tx, sandboxId, paymentId);
  if (locked === undefined) throw new Gone(`There is no payment ${paymentId} to cancel.`);
  const { payment, moment } = locked;
  const cancellation = cancellationOf(payment, moment);
  if (cancellation.way === 'none') throw new TppRefusal(405, 'CANCELLATION_INVALID', cancellation.obstacle, { headers: { allow: 'GET' } });
  return { payment, way: cancellation.way };
}

/** `deviceWish`: only with an explicit start. The standard gives the response to `DELETE` no `psuMessage`. */
function openCancellation(
  deps: PaymentRoutesDeps,
  context: WriteContext,
  input: CancelRequest,
  payment: AnyPayment,
  deviceWish?: DeviceWish,
): Promise<StartedSigning> {
  const { caller, app, paymentId } = input;
  const sender = sentBy({ caller, app, returnUrls: input.returnUrls() });
  return deps.signing.open(context, { ...sender, kind: cancellationKindOf(payment), resourceId: paymentId }, deviceWish);
}
