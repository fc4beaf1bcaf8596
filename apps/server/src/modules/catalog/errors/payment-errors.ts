/** Refusals of payments: what single, periodic and bulk ones have alike, and what each kind adds to its creation. */
import type { ErrorRow } from '../operation.ts';
import { BODY_ERRORS, INITIATION_HEADER_ERRORS, REQUEST_ID_ERROR, REQUEST_ID_REUSED, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [
  ...TOKEN_ERRORS,
  REQUEST_ID_ERROR,
  { status: 404, code: 'PRODUCT_UNKNOWN', when: 'there is no such payment product' },
  ...SERVICE_ERRORS,
];

/** Of every call about a payment that was created. */
export const OWN_PAYMENT_ERRORS: readonly ErrorRow[] = [
  ...EVERY,
  { status: 404, code: 'RESOURCE_UNKNOWN', when: 'there is no such payment for this customer, product and application' },
];

const CREATION: readonly ErrorRow[] = [
  ...EVERY,
  ...INITIATION_HEADER_ERRORS,
  ...BODY_ERRORS,
  REQUEST_ID_REUSED,
  { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'a valid field that this bank does not offer here' },
  { status: 400, code: 'RESOURCE_UNKNOWN', when: 'debtorAccount is no account of this customer' },
];

/** By what is created. */
export const PAYMENT_CREATION_ERRORS = {
  payment: [...CREATION, { status: 400, code: 'EXECUTION_DATE_INVALID', when: 'requestedExecutionDate is not today' }],
  periodicPayment: [
    ...CREATION,
    { status: 400, code: 'FORMAT_ERROR', when: 'dayOfExecution stands beside a frequency that counts days' },
    { status: 400, code: 'EXECUTION_DATE_INVALID', when: 'startDate is over, or more than 366 days ahead' },
    { status: 400, code: 'PERIOD_INVALID', when: 'endDate lies before startDate, or no payment would be made by then' },
  ],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
