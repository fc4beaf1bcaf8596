import { type Static, Type } from 'typebox';
import { BULK_ITEMS_MAX } from '../limits.ts';
import { closed } from './common.ts';
import { PaymentDetails } from './payment.ts';

const { paymentProduct, retryAsSepa, debtorAccount, requestedExecutionDate, executedAsSepa, isReservedWhenSigned, signedAt, fee, ...item } =
  PaymentDetails.properties;

/** One item of a bulk payment: the members of a single payment except those that all items share. */
export const BulkPaymentItemDetails = Type.Object(item, closed);
export type BulkPaymentItemDetails = Static<typeof BulkPaymentItemDetails>;

/** Bulk payment details (specification §3). The page computes the total, which is the sum of the items in the currency of the first. */
export const BulkPaymentDetails = Type.Object(
  {
    payments: Type.Array(BulkPaymentItemDetails, { minItems: 1, maxItems: BULK_ITEMS_MAX }),
    paymentProduct,
    retryAsSepa,
    debtorAccount,
    requestedExecutionDate,
    transactionStatus: item.transactionStatus,
    /** Additions beyond specification §3: */
    /** True: all items are one booking on the customer's account statement. */
    batchBookingPreferred: Type.Optional(Type.Boolean()),
    executedAsSepa,
    notPaidReason: item.notPaidReason,
    isReservedWhenSigned,
    signedAt,
    fee,
    signatories: item.signatories,
  },
  closed,
);
export type BulkPaymentDetails = Static<typeof BulkPaymentDetails>;
