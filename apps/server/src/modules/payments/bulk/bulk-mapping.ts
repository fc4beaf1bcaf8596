/** Where the vocabularies of a bulk payment meet; what an item shares with a single payment is mapped in `payment-mapping.ts`. */
import type { BulkPaymentDetails, BulkPaymentInformation, PaymentStatusResponse } from '@portico/contract';
import type { BulkPayment, Payment } from '../payment.ts';
import { optional, toMessages, toPayeeDetails, toPayeeInformation, toStatus, toTermsDetails, toTermsInformation } from '../payment-mapping.ts';

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
  return { ...toStatus(bulk), tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED', text }] };
}

/** Stored → `/ui`: what the signing page shows. */
export function toBulkDetails(bulk: BulkPayment, items: readonly Payment[]): BulkPaymentDetails {
  return {
    ...toTermsDetails(bulk),
    payments: items.map((item) => ({ ...toPayeeDetails(item), transactionStatus: progressOf(bulk, item).status })),
    transactionStatus: bulk.status,
  };
}

/** Until an item is executed, the bulk payment speaks for it. */
function progressOf(bulk: BulkPayment, item: Payment): Pick<Payment, 'status' | 'rejection'> {
  return item.status === 'RCVD' ? bulk : item;
}
