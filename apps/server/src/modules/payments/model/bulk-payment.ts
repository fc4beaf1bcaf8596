/** A bulk payment is a payment with items: signed once, paid item by item. */
import type { AnyPayment, BulkPayment } from './payment.ts';

export function isBulk(payment: AnyPayment): payment is BulkPayment {
  return payment.bulk !== undefined;
}
