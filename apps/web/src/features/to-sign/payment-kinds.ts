/** Which details a payment to sign has: its `kind` says it. */
import type { BulkPaymentDetails, PaymentDetails, PaymentToSignDetails, PeriodicPaymentDetails } from '@portico/contract';

type Payment<Details> = PaymentToSignDetails & { readonly details: Details };

export function isBulk(payment: PaymentToSignDetails): payment is Payment<BulkPaymentDetails> {
  return payment.kind === 'bulk-payment';
}

export function isPeriodic(payment: PaymentToSignDetails): payment is Payment<PeriodicPaymentDetails> {
  return payment.kind === 'periodic-payment';
}

/** A payment to one payee, once or in every period. */
export function hasOnePayee(payment: PaymentToSignDetails): payment is Payment<PaymentDetails> {
  return payment.kind !== 'bulk-payment';
}
