/** Single payments as something to sign. */
import { PaymentDetails, PaymentSigningResult, SignPaymentBody } from '@portico/contract';
import type { Payments } from '../../payments/index.ts';
import { defineSignable } from '../define-signable.ts';
import type { Signable } from '../signing.ts';
import { paymentActs } from './payment-acts.ts';

export function paymentKind(payments: Payments): Signable<PaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'payment',
    modalId: 'signingPayment',
    schemas: { details: PaymentDetails, submission: SignPaymentBody, result: PaymentSigningResult },
    nothingDone: 'No money was moved.',
    shownContent: ({
      transactionStatus: _status,
      executedAsSepa: _executed,
      notPaidReason: _reason,
      signedAt: _signedAt,
      signatories: _signatories,
      ...shown
    }) => shown,
    ...paymentActs(payments, payments),
  });
}
