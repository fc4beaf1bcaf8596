/** Refusals of single payments, by operation. */
import type { ErrorRow } from '../operation.ts';
import { BODY_ERRORS, INITIATION_HEADER_ERRORS, REQUEST_ID_ERROR, REQUEST_ID_REUSED, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [
  ...TOKEN_ERRORS,
  REQUEST_ID_ERROR,
  { status: 404, code: 'PRODUCT_UNKNOWN', when: 'there is no such payment product' },
  ...SERVICE_ERRORS,
];

const OWN: readonly ErrorRow[] = [
  ...EVERY,
  { status: 404, code: 'RESOURCE_UNKNOWN', when: 'there is no such payment for this customer, product and application' },
];

export const PAYMENT_ERRORS = {
  initiatePayment: [
    ...EVERY,
    ...INITIATION_HEADER_ERRORS,
    ...BODY_ERRORS,
    REQUEST_ID_REUSED,
    { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'a valid field that this bank does not offer here' },
    { status: 400, code: 'EXECUTION_DATE_INVALID', when: 'requestedExecutionDate is not today' },
    { status: 400, code: 'RESOURCE_UNKNOWN', when: 'debtorAccount is no account of this customer' },
  ],
  getPaymentInformation: OWN,
  getPaymentInitiationStatus: OWN,
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
