/** Taking back what was signed, as something to sign: the page of the payment itself with another act. */
import { type PaymentDetails, type PaymentSigningResult, type SigningKind, SignPaymentBody } from '@portico/contract';
import type { Signable, SignableSubject, Submission } from '#modules/signing/index.ts';
import { guardOf } from '#platform/guard-of.ts';
import type { CancellationsToSign } from '../payments.ts';

const isSignPaymentBody = guardOf(SignPaymentBody);

/** The cancellation of what `base` signs. Its page reads the details of `base`. */
export function signableCancellation<Details extends Pick<PaymentDetails, 'debtorAccount'>>(
  cancellations: CancellationsToSign,
  base: Signable<Details, PaymentSigningResult>,
  kind: SigningKind,
): Signable<Details, PaymentSigningResult> {
  return {
    ...base,
    kind,
    nothingDone: 'The payment was not cancelled.',
    // No money moves: the customer has nothing to choose, and no payee to be warned of.
    onDevice: {
      submission: ({ debtorAccount }) => (debtorAccount === undefined ? undefined : { debtorAccountIban: debtorAccount.iban }),
    },
    async examine(reader, subject, submission) {
      const details = await base.details(reader, subject);
      const input = { ...toCancel(subject, submission), customerId: subject.customerId };
      const act = await cancellations.examine(reader, input);
      if (details === undefined || act === undefined) return undefined;
      return { details, ...act, sign: (context) => cancellations.sign(context, input) };
    },
    refuse: async (context, { sandboxId, resourceId }) => ({ transactionStatus: await cancellations.leave(context.tx, sandboxId, resourceId) }),
    // A payment whose cancellation was not signed goes on.
    expireAll: async () => {},
  };
}

function toCancel({ sandboxId, resourceId }: SignableSubject, submission: Submission) {
  if (!isSignPaymentBody(submission)) throw new Error('The stored submission does not have the form of a cancellation.');
  return { sandboxId, paymentId: resourceId, debtorAccountIban: submission.debtorAccountIban, debtorDetails: submission.debtorDetails };
}
