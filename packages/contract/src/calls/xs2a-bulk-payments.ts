import { type Static, Type } from 'typebox';
import { closed, closedWithout, literals } from '../entities/common.ts';
import { TRANSACTION_STATUSES } from '../enumerations.ts';
import { BULK_ITEMS_MAX } from '../limits.ts';
import { ORDER_FIELDS_NOT_OFFERED, PAYEE_FIELDS_NOT_OFFERED, PaymentInitiation, PaymentStatusResponse } from './xs2a-payments.ts';

const { debtorAccount, requestedExecutionDate, retryAsSepa, ...item } = PaymentInitiation.properties;

/** One payment of many: a single one without what all of them share. */
/** `ultimateDebtor` may stand at each payee, too. */
export const BulkPaymentItem = Type.Object(item, closedWithout([...PAYEE_FIELDS_NOT_OFFERED, 'chargeBearer', 'serviceLevel', 'ultimateDebtor']));
export type BulkPaymentItem = Static<typeof BulkPaymentItem>;

const shared = {
  debtorAccount,
  requestedExecutionDate,
  /** A preference: the bank books each payment on its own, so that each can be found on the statement. */
  batchBookingPreferred: Type.Optional(
    Type.Boolean({ description: 'Whether one entry on the customer’s statement is preferred. This bank always makes one for each payment.' }),
  ),
  retryAsSepa,
};

/** `POST /v1/bulk-payments/{payment-product}`: many payees, one signature. The body may have up to `BULK_BODY_BYTES_MAX`. */
export const BulkPaymentInitiation = Type.Object(
  { ...shared, payments: Type.Array(BulkPaymentItem, { minItems: 1, maxItems: BULK_ITEMS_MAX }) },
  closedWithout(ORDER_FIELDS_NOT_OFFERED),
);
export type BulkPaymentInitiation = Static<typeof BulkPaymentInitiation>;

/** What became of one payment of many. */
export const BulkPaymentItemInformation = Type.Object(
  {
    ...item,
    /** Until it is executed, that of the bulk payment. */
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Why it was rejected. */
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
    /** `PART`: some were rejected, the others paid. */
    transactionStatus: literals(TRANSACTION_STATUSES),
  },
  closed,
);
export type BulkPaymentInformation = Static<typeof BulkPaymentInformation>;
