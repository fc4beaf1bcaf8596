/** Refusals of funds confirmations, by operation. */
import type { ErrorRow } from '../operation.ts';
import { ACCEPT_ERROR, BODY_ERRORS, REQUEST_ID_ERROR, REQUEST_ID_REUSED, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

export const FUNDS_ERRORS = {
  checkAvailabilityOfFunds: [
    ...TOKEN_ERRORS,
    REQUEST_ID_ERROR,
    ACCEPT_ERROR,
    ...BODY_ERRORS,
    { status: 400, code: 'RESOURCE_UNKNOWN', when: 'account is no account of this customer' },
    {
      status: 400,
      code: 'PARAMETER_NOT_SUPPORTED',
      when: 'instructedAmount is in another currency than the account, or an account is named by other fields than iban and currency',
    },
    REQUEST_ID_REUSED,
    {
      status: 429,
      code: 'ACCESS_EXCEEDED',
      when: 'the confirmations of today are used up for this account, by all applications of the developer together',
    },
    ...SERVICE_ERRORS,
  ],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
