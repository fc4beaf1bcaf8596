/** Where the vocabularies of a bulk payment meet; what an item shares with a single payment is mapped in `payment-view.ts`. */
import type { BulkPaymentDetails, BulkPaymentInformation, PaymentStatusResponse } from '@portico/contract';
import { notPaidReason } from '../lifecycle/not-paid-reason.ts';
import type { BulkPayment, Payment } from '../model/payment.ts';
import { optional, toMessages, toPayeeDetails, toPayeeInformation, toStatus, toTermsDetails, toTermsInformation } from './payment-view.ts';

/** Stored → `/v1`: what was asked, the account the customer chose, and what became of each item. */
export function toBulkInformation(bulk: BulkPayment, items: readonly Payment[]): BulkPaymentInformation {
  return {
    ...toTermsInformation(bulk),
    ...optional('batchBookingPreferred', bulk.bulk.batchBooking),
    payments: items.map((item) => {
      const { status, rejection } = progressOf(bulk, item);
      return { ...toPayeeInformation(item), transactionStatus: status, ...toMessages(rejection) };
    }),
    transactionStatus: bulk.status,
  };
}

/** Stored → `/v1/…/status`. Where only some items were paid, the others are a warning. */
export function toBulkStatus(bulk: BulkPayment, rejectedCount: number): PaymentStatusResponse {
  if (bulk.status !== 'PART') return toStatus(bulk);
  const text = `${rejectedCount} of ${bulk.bulk.itemCount} payments were rejected, the others were made. Read the bulk payment to see which and why.`;
  const psuMessage = `Partly paid: ${rejectedCount} of ${bulk.bulk.itemCount} payments were not made.`;
  return { ...toStatus(bulk), psuMessage, tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED', text }] };
}

/** Stored → `/ui`: what the signing page shows. Where every item failed for one reason, that is the reason of the bulk payment too. */
export function toBulkDetails(bulk: BulkPayment, items: readonly Payment[]): BulkPaymentDetails {
  const outcomes = items.map((item) => {
    const progress = progressOf(bulk, item);
    return { transactionStatus: progress.status, ...optional('notPaidReason', notPaidReason(progress)) };
  });
  const [reason, ...otherReasons] = new Set(outcomes.map((outcome) => outcome.notPaidReason));
  return {
    ...toTermsDetails(bulk),
    ...(bulk.status === 'RJCT' && otherReasons.length === 0 ? optional('notPaidReason', reason) : {}),
    payments: items.map((item, index) => ({ ...toPayeeDetails(item), ...outcomes[index] })),
    transactionStatus: bulk.status,
  };
}

/** Until an item is executed, the bulk payment speaks for it. */
function progressOf(bulk: BulkPayment, item: Payment): Pick<Payment, 'status' | 'rejection' | 'signature'> {
  return item.status === 'RCVD' ? bulk : item;
}
