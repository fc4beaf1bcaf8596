import { PAYEE_VERIFICATION_ERRORS } from '../errors/payee-verification-errors.ts';
import type { Section } from '../operation.ts';

export const PAYEE_VERIFICATIONS: Section = {
  apiId: 'payee-verifications',
  title: 'Payee verifications',
  description: 'Whether a name is that of the holder of an account, before a payment is created.',
  operations: [
    {
      operationId: 'verifyPayee',
      method: 'POST',
      path: '/api/v1/payee-verifications',
      summary: 'Verify the name of a payee',
      description:
        'Compares the name with the holder of the account at the payee’s bank. A close match returns the holder’s name: show it to your customer. The bank shows its own result before the customer signs.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The result of the comparison.' }],
      errors: PAYEE_VERIFICATION_ERRORS.verifyPayee,
    },
  ],
};
