/** What signing serves of payments: each kind, and its cancellation. */
import type { Signable } from '#modules/signing/index.ts';
import { signableBulk, signablePeriodic, signableSingle } from './authorisation/signable-payment.ts';
import { signableCancellation } from './cancellation/signable-cancellation.ts';
import type { Payments } from './payments.ts';

export function signablePayments(payments: Payments): readonly Signable[] {
  const [single, periodic, bulk] = [signableSingle(payments), signablePeriodic(payments), signableBulk(payments)];
  const { cancellation } = payments;
  return [
    single,
    periodic,
    bulk,
    signableCancellation(cancellation, single, 'payment-cancellation'),
    signableCancellation(cancellation, periodic, 'periodic-payment-cancellation'),
    signableCancellation(cancellation, bulk, 'bulk-payment-cancellation'),
  ];
}
