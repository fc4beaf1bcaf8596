import { type Static, Type } from 'typebox';
import { closed, closedWithout, IsoDate, literals } from '../entities/common.ts';
import { EXECUTION_RULES, PERIODIC_FREQUENCIES, TRANSACTION_STATUSES } from '../enumerations.ts';
import { PERIODIC_EXECUTIONS_SHOWN_MAX } from '../limits.ts';
import { ORDER_FIELDS_NOT_OFFERED, PAYEE_FIELDS_NOT_OFFERED, PaymentInitiation, PaymentStatusResponse } from './xs2a-payments.ts';

const { requestedExecutionDate: _oneDay, ...order } = PaymentInitiation.properties;

/** `POST /v1/periodic-payments/{payment-product}`: a payment without `requestedExecutionDate`, and its schedule. */
export const PeriodicPaymentInitiation = Type.Object(
  {
    ...order,
    startDate: IsoDate,
    /** The last possible day; absent: the payment runs until it is cancelled. */
    endDate: Type.Optional(IsoDate),
    frequency: literals(PERIODIC_FREQUENCIES, 'how often; MonthlyVariable is not offered here', ['MonthlyVariable']),
    /** Default: `following` for an ordinary payment. An instant payment runs on every day. */
    executionRule: Type.Optional(literals(EXECUTION_RULES)),
    dayOfExecution: Type.Optional(
      Type.String({ pattern: '^([1-9]|[12][0-9]|3[01])$', description: '1 to 31 without a leading zero; 31 is the last day of every month' }),
    ),
  },
  closedWithout([...PAYEE_FIELDS_NOT_OFFERED, ...ORDER_FIELDS_NOT_OFFERED, 'monthsOfExecution']),
);
export type PeriodicPaymentInitiation = Static<typeof PeriodicPaymentInitiation>;

/** One run. It is a payment and can be read with `/v1/payments/{payment-product}/{paymentId}`. */
export const PeriodicExecution = Type.Object(
  {
    paymentId: Type.String(),
    executionDate: IsoDate,
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Why the bank rejected it. */
    tppMessages: PaymentStatusResponse.properties.tppMessages,
  },
  closed,
);
export type PeriodicExecution = Static<typeof PeriodicExecution>;

/** 200 of `GET /v1/periodic-payments/{payment-product}/{paymentId}`. */
export const PeriodicPaymentInformation = Type.Object(
  {
    ...PeriodicPaymentInitiation.properties,
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Extensions of the bank: the day of the next run, if there is one, and the latest runs, newest first. */
    nextExecutionDate: Type.Optional(IsoDate),
    executions: Type.Array(PeriodicExecution, { maxItems: PERIODIC_EXECUTIONS_SHOWN_MAX }),
  },
  closed,
);
export type PeriodicPaymentInformation = Static<typeof PeriodicPaymentInformation>;
