import { FUNDS_ERRORS } from '../errors/funds-errors.ts';
import type { Section } from '../operation.ts';

export const FUNDS_CONFIRMATIONS: Section = {
  apiId: 'funds-confirmations',
  title: 'Funds confirmations',
  description: 'Whether an account has enough money for an amount: yes or no, never the balance.',
  operations: [
    {
      operationId: 'checkAvailabilityOfFunds',
      method: 'POST',
      path: '/api/v1/funds-confirmations',
      summary: 'Confirm that funds are available',
      description: 'Compares the amount with the booked balance less reserved amounts. The call reserves nothing and stores neither card nor payee.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'Yes or no.' }],
      errors: FUNDS_ERRORS.checkAvailabilityOfFunds,
    },
  ],
};
