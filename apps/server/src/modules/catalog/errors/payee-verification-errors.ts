/** Refusals of verifications of payees, by operation. */
import type { ErrorRow } from '../operation.ts';
import { ACCEPT_ERROR, BODY_ERRORS, REQUEST_ID_ERROR, REQUEST_ID_REUSED, SERVICE_ERRORS, TOKEN_ERRORS } from './common-errors.ts';

export const PAYEE_VERIFICATION_ERRORS = {
  verifyPayee: [
    ...TOKEN_ERRORS,
    REQUEST_ID_ERROR,
    ACCEPT_ERROR,
    ...BODY_ERRORS,
    {
      status: 400,
      code: 'PARAMETER_NOT_SUPPORTED',
      when: 'the payee is named by other fields than iban and name',
    },
    REQUEST_ID_REUSED,
    {
      status: 429,
      code: 'ACCESS_EXCEEDED',
      when: 'too many different names were verified today for this IBAN, or too many payees for this customer',
    },
    ...SERVICE_ERRORS,
  ],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
