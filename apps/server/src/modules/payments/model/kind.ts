/** What a payment is to those who sign it: one payee, one payee again and again, or many at once. */
import type { PaymentKind } from '@portico/contract';
import type { AnyNewPayment } from './payment.ts';

export function kindOf({ bulk, schedule }: Pick<AnyNewPayment, 'bulk' | 'schedule'>): PaymentKind {
  if (bulk !== undefined) return 'bulk-payment';
  return schedule === undefined ? 'payment' : 'periodic-payment';
}
