/** Refusals of reading accounts, by operation. */
import type { ErrorRow } from '../operation.ts';
import { ACCEPT_ERROR, REQUEST_ID_ERROR, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

const READING: readonly ErrorRow[] = [
  ...TOKEN_ERRORS,
  REQUEST_ID_ERROR,
  ACCEPT_ERROR,
  { status: 400, code: 'FORMAT_ERROR', when: 'Consent-ID is missing' },
  { status: 400, code: 'FORMAT_ERROR', when: 'PSU-IP-Address is no IP address' },
  { status: 400, code: 'FORMAT_ERROR', when: 'a parameter of the query is unknown, comes twice or is not of the accepted form' },
  { status: 400, code: 'CONSENT_UNKNOWN', when: 'there is no such consent of this application for this customer' },
  { status: 401, code: 'CONSENT_INVALID', when: 'the consent is not signed yet, was refused, withdrawn or ended by the application' },
  { status: 401, code: 'CONSENT_EXPIRED', when: 'the time of the consent is over, its one reading was made, or a newer one replaced it' },
  { status: 429, code: 'ACCESS_EXCEEDED', when: 'the readings of today without the customer are used up' },
  ...SERVICE_ERRORS,
];

const ONE_ACCOUNT: readonly ErrorRow[] = [
  { status: 401, code: 'CONSENT_INVALID', when: 'the consent covers the list of accounts only' },
  { status: 404, code: 'RESOURCE_UNKNOWN', when: 'there is no such account under this consent' },
];

const TRANSACTIONS: ErrorRow = { status: 401, code: 'CONSENT_INVALID', when: 'the consent does not cover the transactions of this account' };

export const ACCOUNT_ERRORS = {
  getAccountList: READING,
  readAccountDetails: [...READING, ...ONE_ACCOUNT],
  getBalances: [
    ...READING,
    ...ONE_ACCOUNT,
    { status: 401, code: 'CONSENT_INVALID', when: 'the consent does not cover the balances of this account' },
  ],
  getTransactionList: [
    ...READING,
    ...ONE_ACCOUNT,
    TRANSACTIONS,
    { status: 400, code: 'FORMAT_ERROR', when: 'bookingStatus or dateFrom is missing, or a value cannot be read' },
    { status: 400, code: 'FORMAT_ERROR', when: 'the cursor was changed, or is of another consent or account' },
    { status: 400, code: 'RESOURCE_EXPIRED', when: 'the cursor was used, or is of another day' },
    { status: 400, code: 'PARAMETER_NOT_SUPPORTED', when: 'deltaList other than false, pageIndex, or bookingStatus information or all' },
    { status: 400, code: 'PARAMETER_NOT_CONSISTENT', when: 'dateFrom lies after dateTo, or entryReferenceFrom comes with pending transactions' },
    { status: 400, code: 'PARAMETER_NOT_CONSISTENT', when: 'a parameter beside the cursor differs from the first page' },
    { status: 400, code: 'PERIOD_INVALID', when: 'dateFrom lies more than 90 days back' },
    { status: 400, code: 'RESOURCE_UNKNOWN', when: 'entryReferenceFrom names no entry of this account' },
  ],
  getTransactionDetails: [
    ...READING,
    ...ONE_ACCOUNT,
    TRANSACTIONS,
    { status: 404, code: 'RESOURCE_UNKNOWN', when: 'the account has no such booked transaction of the last 90 days' },
  ],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
