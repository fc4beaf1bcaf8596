/** Converts bulk payments between `/v1`, the database and `/ui`; `payment-view.ts` maps what items share with single payments. */
import type { BulkPaymentDetails, BulkPaymentInformation, PaymentStatusResponse } from '@portico/contract';
import type { BulkPayment, Payment } from '../model/payment.ts';
import { notPaidReason } from './not-paid-reason.ts';
import { optional, toMessages, toPayeeDetails, toPayeeInformation, toStatus, toTermsDetails, toTermsInformation } from './payment-view.ts';

/** Database → `/v1`: the initiation, the account that the customer chose, and the outcome of each item. */
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

/** Database → `/v1/…/status`. If only some items were paid, the others are a warning. */
export function toBulkStatus(bulk: BulkPayment, rejectedCount: number): PaymentStatusResponse {
  if (bulk.status !== 'PART') return toStatus(bulk);
  const text = `${rejectedCount} of ${bulk.bulk.itemCount} payments were rejected, the others were made. Read the bulk payment to see which and why.`;
  const psuMessage = `Partly paid: ${rejectedCount} of ${bulk.bulk.itemCount} payments were not made.`;
  return { ...toStatus(bulk), psuMessage, tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED', text }] };
}

/** Database → `/ui`: the details on the signing page. If every item failed for the same reason, the bulk payment has this reason, too. */
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

/** Before its execution an item has the status of its bulk payment. */
function progressOf(bulk: BulkPayment, item: Payment): Pick<Payment, 'status' | 'rejection' | 'signature'> {
  return item.status === 'RCVD' ? bulk : item;
}
