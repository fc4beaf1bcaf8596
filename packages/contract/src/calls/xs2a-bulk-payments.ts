import { type Static, Type } from 'typebox';
import { closed, closedWithout, literals } from '../entities/common.ts';
import { TRANSACTION_STATUSES } from '../enumerations.ts';
import { BULK_ITEMS_MAX } from '../limits.ts';
import { ORDER_FIELDS_NOT_OFFERED, PAYEE_FIELDS_NOT_OFFERED, PaymentInitiation, PaymentStatusResponse } from './xs2a-payments.ts';

const { debtorAccount, requestedExecutionDate, retryAsSepa, ...item } = PaymentInitiation.properties;

/** One payment of a bulk payment: a single payment without the members that all of them share. */
/** The standard also allows `ultimateDebtor` for each payee, so it is listed as not supported. */
export const BulkPaymentItem = Type.Object(item, closedWithout([...PAYEE_FIELDS_NOT_OFFERED, 'chargeBearer', 'serviceLevel', 'ultimateDebtor']));
export type BulkPaymentItem = Static<typeof BulkPaymentItem>;

const shared = {
  debtorAccount,
  requestedExecutionDate,
  /** A preference only: the bank books each payment separately, so that customers can find each on their statement. */
  batchBookingPreferred: Type.Optional(
    Type.Boolean({
      description:
        'Whether the application prefers one entry for the whole bulk payment on the customer’s statement. This bank always makes one entry for each payment.',
    }),
  ),
  retryAsSepa,
};

/** `POST /v1/bulk-payments/{payment-product}`: many payees, one signature. The body may have up to `BULK_BODY_BYTES_MAX`. */
export const BulkPaymentInitiation = Type.Object(
  { ...shared, payments: Type.Array(BulkPaymentItem, { minItems: 1, maxItems: BULK_ITEMS_MAX }) },
  closedWithout(ORDER_FIELDS_NOT_OFFERED),
);
export type BulkPaymentInitiation = Static<typeof BulkPaymentInitiation>;

/** The state of one payment of a bulk payment. */
export const BulkPaymentItemInformation = Type.Object(
  {
    ...item,
    /** The status of the bulk payment until this payment is executed. */
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Why the bank rejected it. */
    tppMessages: PaymentStatusResponse.properties.tppMessages,
  },
  closed,
);
export type BulkPaymentItemInformation = Static<typeof BulkPaymentItemInformation>;

/** 200 of `GET /v1/bulk-payments/{payment-product}/{paymentId}`: the payments in the order of the request. */
export const BulkPaymentInformation = Type.Object(
  {
    ...shared,
    payments: Type.Array(BulkPaymentItemInformation, { minItems: 1, maxItems: BULK_ITEMS_MAX }),
    /** `PART`: some were rejected, the others executed. */
    transactionStatus: literals(TRANSACTION_STATUSES),
  },
  closed,
);
export type BulkPaymentInformation = Static<typeof BulkPaymentInformation>;
