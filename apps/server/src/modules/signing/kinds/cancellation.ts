/** Taking back what was signed, as something to sign: the page of the payment itself with another act. */
import { type CancellationResult, CancelPaymentBody, type ModalId } from '@portico/contract';
import { guardOf } from '#platform/guard-of.ts';
import type { PaymentSigningKind, Payments } from '../../payments/index.ts';
import type { Signable, SignableSubject, Submission } from '../signing.ts';
import { bulkPaymentKind } from './bulk-payment.ts';
import { paymentKind } from './payment.ts';
import { periodicPaymentKind } from './periodic-payment.ts';

const isCancelPaymentBody = guardOf(CancelPaymentBody);

export function cancellationKinds(payments: Payments): readonly Signable[] {
  return [
    cancellationKind(payments, paymentKind(payments), { kind: 'payment-cancellation', modalId: 'cancellingFuturePayment' }),
    cancellationKind(payments, periodicPaymentKind(payments), { kind: 'periodic-payment-cancellation', modalId: 'cancellingPeriodicPayment' }),
    cancellationKind(payments, bulkPaymentKind(payments), { kind: 'bulk-payment-cancellation', modalId: 'cancellingFutureBulkPayment' }),
  ];
}

/** Of whatever `base` signs; its page reads the details of `base`. */
function cancellationKind<Details>(
  { cancellation }: Payments,
  base: Signable<Details, CancellationResult>,
  { kind, modalId }: { readonly kind: PaymentSigningKind; readonly modalId: ModalId },
): Signable<Details, CancellationResult> {
  return {
    ...base,
    kind,
    modalId,
    nothingDone: 'The payment was not cancelled.',
    async examine(reader, subject, submission) {
      const details = await base.details(reader, subject);
      const act = await cancellation.examine(reader, toCancel(subject, submission));
      return details === undefined || act === undefined ? undefined : { details, ...act };
    },
    sign: (context, subject, submission) => cancellation.sign(context, { ...toCancel(subject, submission), customerId: subject.customerId }),
    refuse: async (context, { sandboxId, resourceId }) => ({ transactionStatus: await cancellation.leave(context.tx, sandboxId, resourceId) }),
  };
}

function toCancel({ sandboxId, resourceId }: SignableSubject, submission: Submission) {
  if (!isCancelPaymentBody(submission)) throw new Error('The stored submission does not have the form of a cancellation.');
  return { sandboxId, paymentId: resourceId, debtorAccountIban: submission.debtorAccountIban, debtorDetails: submission.debtorDetails };
}
