/** A payment as the registration of notifications names it. */
import type { NotifiedResource } from '#modules/notifications/index.ts';
import { kindOf } from './kind.ts';
import type { AnyNewPayment } from './payment.ts';

export function toNotified(payment: AnyNewPayment): NotifiedResource {
  const { sandboxId, appId, paymentId, product } = payment;
  return { sandboxId, appId, resourceId: paymentId, path: `/v1/${kindOf(payment)}s/${product}/${paymentId}` };
}
