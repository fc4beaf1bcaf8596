/** Single payments as something to sign. */
import { PaymentDetails, PaymentSigningResult, SignPaymentBody } from '@portico/contract';
import type { Payments } from '../../payments/index.ts';
import type { Signable, SignableSubject } from '../signing.ts';
import { defineKind } from './define-kind.ts';

export function paymentKind(payments: Payments): Signable<PaymentDetails, PaymentSigningResult> {
  return defineKind({
    kind: 'payment',
    modalId: 'signingPayment',
    schemas: { details: PaymentDetails, submission: SignPaymentBody, result: PaymentSigningResult },
    nothingDone: 'No money was moved.',
    details: (reader, { sandboxId, resourceId }) => payments.details(reader, sandboxId, resourceId),
    frozen: ({ transactionStatus: _status, executedAsSepa: _executed, signedAt: _signedAt, ...shown }) => shown,
    examine: (reader, subject, submission) => payments.examine(reader, toSignPayment(subject, submission)),
    sign: (context, subject, submission) => payments.sign(context, { ...toSignPayment(subject, submission), customerId: subject.customerId }),
    refuse: async (context, { sandboxId, resourceId }, reason) => ({
      transactionStatus: await payments.reject(context, sandboxId, resourceId, reason),
    }),
  });
}

function toSignPayment({ sandboxId, resourceId }: SignableSubject, { debtorAccountIban, debtorDetails }: SignPaymentBody) {
  return { sandboxId, paymentId: resourceId, debtorAccountIban, debtorDetails };
}
