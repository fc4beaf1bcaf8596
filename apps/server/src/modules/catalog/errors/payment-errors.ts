/** Errors of payments: those common to single, periodic and bulk payments, and those of each kind's creation. */
import type { ErrorRow } from '../operation.ts';
import {
  ACCEPT_ERROR,
  AUTHORISATION_BODY_ERRORS,
  AUTHORISATION_HEADER_ERRORS,
  BODY_ERRORS,
  DECOUPLED_PREFERENCE_ERROR,
  EXPLICIT_START_ERROR,
  INITIATION_HEADER_ERRORS,
  NEEDLESS_BODY_ERRORS,
  NOTIFICATION_HEADER_ERRORS,
  REQUEST_ID_ERROR,
  REQUEST_ID_REUSED,
  RETURN_ADDRESS_ERRORS,
  SERVICE_ERRORS,
  TOKEN_ERRORS,
} from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [
  ...TOKEN_ERRORS,
  REQUEST_ID_ERROR,
  ACCEPT_ERROR,
  { status: 404, code: 'PRODUCT_UNKNOWN', when: 'there is no such payment product' },
  ...SERVICE_ERRORS,
];

/** Errors of every call about an existing payment. */
export const OWN_PAYMENT_ERRORS: readonly ErrorRow[] = [
  ...EVERY,
  { status: 404, code: 'RESOURCE_UNKNOWN', when: 'there is no such payment for this customer, product and application' },
];

const CREATION: readonly ErrorRow[] = [
  ...EVERY,
  ...INITIATION_HEADER_ERRORS,
  EXPLICIT_START_ERROR,
  DECOUPLED_PREFERENCE_ERROR,
  ...NOTIFICATION_HEADER_ERRORS,
  ...BODY_ERRORS,
  REQUEST_ID_REUSED,
  { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'a valid field that this bank does not offer here' },
  { status: 400, code: 'RESOURCE_UNKNOWN', when: 'debtorAccount is no account of this customer' },
];

const DAY_ERROR: ErrorRow = { status: 400, code: 'EXECUTION_DATE_INVALID', when: 'requestedExecutionDate is over, or more than 366 days ahead' };
const LARGER_BODY_ERROR: ErrorRow = { status: 413, code: 'FORMAT_ERROR', when: 'the body is larger than 2 MiB' };

/** By the created resource. */
export const PAYMENT_CREATION_ERRORS = {
  payment: [...CREATION, DAY_ERROR],
  periodicPayment: [
    ...CREATION,
    { status: 400, code: 'FORMAT_ERROR', when: 'dayOfExecution is given with a frequency that counts days' },
    {
      status: 400,
      code: 'EXECUTION_DATE_INVALID',
      when: 'startDate or the day of the first payment is over, or startDate is more than 366 days ahead',
    },
    { status: 400, code: 'PERIOD_INVALID', when: 'endDate lies before startDate, or no payment would be made by then' },
  ],
  bulkPayment: [...CREATION.filter(({ status }) => status !== 413), LARGER_BODY_ERROR, DAY_ERROR],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;

const TOO_LATE: ErrorRow = { status: 405, code: 'CANCELLATION_INVALID', when: 'the payment is being executed or over, or its day has come' };
const NO_AUTHORISATION: ErrorRow = { status: 404, code: 'RESOURCE_UNKNOWN', when: 'the payment has no such authorisation' };

export const CANCELLATION_ERRORS: readonly ErrorRow[] = [
  ...OWN_PAYMENT_ERRORS,
  ...RETURN_ADDRESS_ERRORS,
  EXPLICIT_START_ERROR,
  ...NEEDLESS_BODY_ERRORS,
  { status: 400, code: 'FORMAT_ERROR', when: 'this X-Request-ID came before for another payment' },
  TOO_LATE,
];

const START: readonly ErrorRow[] = [
  ...OWN_PAYMENT_ERRORS,
  ...AUTHORISATION_HEADER_ERRORS,
  ...NOTIFICATION_HEADER_ERRORS,
  ...AUTHORISATION_BODY_ERRORS,
  REQUEST_ID_REUSED,
];

/** For the payment, and for its cancellation. */
export const AUTHORISATION_ERRORS = {
  start: [
    ...START,
    { status: 403, code: 'RESOURCE_EXPIRED', when: 'the authorisation was not started in time, and the payment has ended' },
    { status: 409, code: 'STATUS_INVALID', when: 'the awaited signature has an authorisation, or the payment takes none any more' },
  ],
  startCancellation: [...START, TOO_LATE, { status: 409, code: 'STATUS_INVALID', when: 'the payment is unsigned: DELETE cancels it at once' }],
  list: OWN_PAYMENT_ERRORS,
  status: [...OWN_PAYMENT_ERRORS, NO_AUTHORISATION],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
