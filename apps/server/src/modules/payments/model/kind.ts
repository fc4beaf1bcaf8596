/** What a payment is: its product, and whether it pays one payee, one payee again and again, or many at once. */
import type { PaymentKind, PaymentProduct, PaymentProductPath, SigningKind } from '@portico/contract';
import type { NotifiedResource } from '#modules/notifications/index.ts';
import type { AnyNewPayment, AnyPayment, BulkPayment, Payment } from './payment.ts';
import type { Schedule } from './schedule.ts';

/** Berlin Group's path, and the specification's name. */
const PRODUCT_OF_PATH: Readonly<Record<PaymentProductPath, PaymentProduct>> = {
  'sepa-credit-transfers': 'INDIVIDUAL_SEPA',
  'instant-sepa-credit-transfers': 'INDIVIDUAL_INSTANT_SEPA',
};

export const productOf = (path: PaymentProductPath): PaymentProduct => PRODUCT_OF_PATH[path];
export const isInstant = (path: PaymentProductPath): boolean => path === 'instant-sepa-credit-transfers';

/** A payment with a schedule: signed once, run on each of its days. */
export type PeriodicPayment = Payment & { readonly schedule: Schedule };

export function isPeriodic(payment: AnyPayment): payment is PeriodicPayment {
  return payment.schedule !== undefined;
}

/** A bulk payment is a payment with items: signed once, paid item by item. */
export function isBulk(payment: AnyPayment): payment is BulkPayment {
  return payment.bulk !== undefined;
}

type Shape = Pick<AnyNewPayment, 'bulk' | 'schedule'>;

export function kindOf({ bulk, schedule }: Shape): PaymentKind {
  if (bulk !== undefined) return 'bulk-payment';
  return schedule === undefined ? 'payment' : 'periodic-payment';
}

/** As the registration of notifications names it. */
export function toNotified(payment: AnyNewPayment): NotifiedResource {
  const { sandboxId, appId, paymentId, product } = payment;
  return { sandboxId, appId, resourceId: paymentId, path: `/v1/${kindOf(payment)}s/${product}/${paymentId}` };
}

/** The kind under which the cancellation of a payment is signed. */
export const cancellationKindOf = (payment: Shape): SigningKind => `${kindOf(payment)}-cancellation`;
