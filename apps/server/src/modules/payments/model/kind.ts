/** What a payment is to those who sign it: one payee, one payee again and again, or many at once. */
import type { AnyNewPayment } from './payment.ts';

/** Path segment of the signing pages' calls, and the kind in what is signed. */
export type PaymentKind = 'payment' | 'periodic-payment' | 'bulk-payment';

export function kindOf({ bulk, schedule }: Pick<AnyNewPayment, 'bulk' | 'schedule'>): PaymentKind {
  if (bulk !== undefined) return 'bulk-payment';
  return schedule === undefined ? 'payment' : 'periodic-payment';
}
