/** Periodic payments as something to sign: once, for all their runs. */
import { PaymentSigningResult, PeriodicPaymentDetails, SignPaymentBody } from '@portico/contract';
import type { Payments } from '../../payments/index.ts';
import { defineSignable } from '../define-signable.ts';
import type { Signable } from '../signing.ts';
import { paymentActs } from './payment-acts.ts';

export function periodicPaymentKind(payments: Payments): Signable<PeriodicPaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'periodic-payment',
    modalId: 'signingPeriodicPayment',
    schemas: { details: PeriodicPaymentDetails, submission: SignPaymentBody, result: PaymentSigningResult },
    nothingDone: 'No money was moved.',
    shownContent: ({
      transactionStatus: _status,
      executedAsSepa: _executed,
      notPaidReason: _reason,
      unpaidRun: _unpaidRun,
      signedAt: _signedAt,
      signatories: _signatories,
      ...shown
    }) => shown,
    ...paymentActs(payments, payments.periodic),
  });
}
