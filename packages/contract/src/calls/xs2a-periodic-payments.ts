import { type Static, Type } from 'typebox';
import { closed, closedWithout, IsoDate, literals } from '../entities/common.ts';
import { EXECUTION_RULES, PERIODIC_FREQUENCIES, TRANSACTION_STATUSES } from '../enumerations.ts';
import { PERIODIC_EXECUTIONS_SHOWN_MAX } from '../limits.ts';
import { ORDER_FIELDS_NOT_OFFERED, PAYEE_FIELDS_NOT_OFFERED, PaymentInitiation, PaymentStatusResponse } from './xs2a-payments.ts';

const { requestedExecutionDate: _oneDay, ...order } = PaymentInitiation.properties;

/** `POST /v1/periodic-payments/{payment-product}`: a payment without a day of its own, and when it runs. */
export const PeriodicPaymentInitiation = Type.Object(
  {
    ...order,
    startDate: IsoDate,
    /** Included; absent: until it is cancelled. */
    endDate: Type.Optional(IsoDate),
    frequency: literals(PERIODIC_FREQUENCIES, 'how often; MonthlyVariable is not offered here', ['MonthlyVariable']),
    /** Default: `following` for an ordinary payment; an instant one runs on every day. */
    executionRule: Type.Optional(literals(EXECUTION_RULES)),
    dayOfExecution: Type.Optional(
      Type.String({ pattern: '^([1-9]|[12][0-9]|3[01])$', description: '1 to 31 without a leading zero; 31 is the last day of every month' }),
    ),
  },
  closedWithout([...PAYEE_FIELDS_NOT_OFFERED, ...ORDER_FIELDS_NOT_OFFERED, 'monthsOfExecution']),
);
export type PeriodicPaymentInitiation = Static<typeof PeriodicPaymentInitiation>;

/** One run: a payment of its own, which `/v1/payments/{payment-product}/{paymentId}` reads, too. */
export const PeriodicExecution = Type.Object(
  {
    paymentId: Type.String(),
    executionDate: IsoDate,
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Why it was rejected. */
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
    /** Bank's extensions: the day of the next run while there is one, and the latest runs, the last one first. */
    nextExecutionDate: Type.Optional(IsoDate),
    executions: Type.Array(PeriodicExecution, { maxItems: PERIODIC_EXECUTIONS_SHOWN_MAX }),
  },
  closed,
);
export type PeriodicPaymentInformation = Static<typeof PeriodicPaymentInformation>;
