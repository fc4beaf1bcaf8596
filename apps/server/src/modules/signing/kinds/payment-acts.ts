/** What is done with single and with periodic payments alike: they differ in what the page shows. */
import type { PaymentSigningResult, SignPaymentBody } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Payments, PaymentsToShow } from '../../payments/index.ts';
import type { Examined, SignableSubject } from '../signing.ts';

export function paymentActs<Details>(payments: Pick<Payments, 'sign' | 'reject'>, shown: PaymentsToShow<Details>) {
  return {
    details(reader: Reader, { sandboxId, resourceId }: SignableSubject): Promise<Details | undefined> {
      return shown.details(reader, sandboxId, resourceId);
    },
    examine(reader: Reader, subject: SignableSubject, submission: SignPaymentBody): Promise<Examined<Details> | undefined> {
      return shown.examine(reader, toSignPayment(subject, submission));
    },
    sign(context: WriteContext, subject: SignableSubject, submission: SignPaymentBody): Promise<PaymentSigningResult> {
      return payments.sign(context, { ...toSignPayment(subject, submission), customerId: subject.customerId });
    },
    async refuse(context: WriteContext, { sandboxId, resourceId }: SignableSubject, reason: 'refused' | 'expired'): Promise<PaymentSigningResult> {
      return { transactionStatus: await payments.reject(context, sandboxId, resourceId, reason) };
    },
  };
}

function toSignPayment({ sandboxId, resourceId }: SignableSubject, { debtorAccountIban, debtorDetails }: SignPaymentBody) {
  return { sandboxId, paymentId: resourceId, debtorAccountIban, debtorDetails };
}
