/** Refusals of transactions statements, by operation. */
import type { ErrorRow } from '../operation.ts';
import {
  ACCEPT_ERROR,
  BODY_ERRORS,
  INITIATION_HEADER_ERRORS,
  NEEDLESS_BODY_ERRORS,
  REQUEST_ID_ERROR,
  REQUEST_ID_REUSED,
  SERVICE_ERRORS,
  TOKEN_ERRORS,
} from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [...TOKEN_ERRORS, REQUEST_ID_ERROR, ACCEPT_ERROR, ...SERVICE_ERRORS];

const OWN: readonly ErrorRow[] = [
  ...EVERY,
  { status: 403, code: 'CONSENT_UNKNOWN', when: 'there is no such statement of this application for this customer' },
];

export const STATEMENT_ERRORS = {
  createTransactionsStatement: [
    ...EVERY,
    ...INITIATION_HEADER_ERRORS,
    ...BODY_ERRORS,
    REQUEST_ID_REUSED,
    { status: 400, code: 'RESOURCE_UNKNOWN', when: 'account is no account of this customer' },
    { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'account is named by other fields than iban and currency' },
    { status: 400, code: 'PERIOD_INVALID', when: 'dateFrom lies after dateTo, dateTo lies in the future, or the period is too long' },
  ],
  getTransactionsStatement: OWN,
  getTransactionsStatementStatus: OWN,
  getTransactionsStatementTransactions: [
    ...OWN,
    { status: 401, code: 'CONSENT_INVALID', when: 'the statement is not signed yet, was refused or ended by the application' },
    { status: 401, code: 'CONSENT_EXPIRED', when: 'the time for reading the statement is over' },
    {
      status: 400,
      code: 'FORMAT_ERROR',
      when: 'a parameter of the query is unknown, comes twice or is not of the accepted form, or the cursor was changed',
    },
    { status: 400, code: 'RESOURCE_EXPIRED', when: 'the cursor was used' },
    { status: 400, code: 'PARAMETER_NOT_CONSISTENT', when: 'a parameter beside the cursor differs from the first page' },
    { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'bookingStatus is information or all' },
    { status: 404, code: 'RESOURCE_UNKNOWN', when: 'the account of the statement is closed' },
  ],
  deleteTransactionsStatement: [...OWN, ...NEEDLESS_BODY_ERRORS],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
