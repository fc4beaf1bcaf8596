/** Single payments as something to sign. */
import { type PaymentDetails, PaymentSigningResult } from '@portico/contract';
import { Value } from 'typebox/value';
import type { Payments } from '../../payments/index.ts';
import type { Signable, SignableSubject, Submission } from '../signing.ts';

export function paymentKind(payments: Payments): Signable<PaymentDetails, PaymentSigningResult> {
  return {
    kind: 'payment',
    modalId: 'signingPayment',
    details: (reader, { sandboxId, resourceId }) => payments.details(reader, sandboxId, resourceId),
    frozen: ({ transactionStatus: _status, executedAsSepa: _executed, signedAt: _signedAt, ...shown }) => shown,
    examine: (reader, subject, submission) => payments.examine(reader, toSignPayment(subject, submission)),
    sign: (context, subject, submission) => payments.sign(context, { ...toSignPayment(subject, submission), customerId: subject.customerId }),
    refuse: async (context, { sandboxId, resourceId }, reason) => ({
      transactionStatus: await payments.reject(context, sandboxId, resourceId, reason),
    }),
    isResult: (value) => Value.Check(PaymentSigningResult, value),
  };
}

function toSignPayment({ sandboxId, resourceId }: SignableSubject, { debtorAccountIban, debtorDetails }: Submission) {
  return { sandboxId, paymentId: resourceId, debtorAccountIban, debtorDetails };
}
