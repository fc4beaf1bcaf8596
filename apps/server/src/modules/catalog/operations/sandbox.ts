import { SANDBOX_ERRORS } from '../errors/sandbox-errors.ts';
import type { Section } from '../operation.ts';

export const SANDBOX: Section = {
  apiId: 'sandbox',
  title: 'Sandbox',
  description:
    'Calls that exist in the sandbox only, with the access token of a test customer. With the token of the Tokens page and without a certificate they need no signature and no role.',
  operations: [
    {
      operationId: 'getTestAccountList',
      method: 'GET',
      path: '/api/v1/account-list',
      summary: 'List the accounts of a test customer',
      description: 'A first call to try a token with: it needs no consent.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'All accounts of the customer.' }],
      errors: SANDBOX_ERRORS.getTestAccountList,
    },
    {
      operationId: 'resetSandbox',
      method: 'DELETE',
      path: '/api/v1/sandbox/reset',
      summary: 'Reset a test customer',
      description: 'Restores the initial state of this customer: balances, transactions, consents, payments and stored bodies.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 204, description: 'The customer is as at the beginning.' }],
      errors: SANDBOX_ERRORS.resetSandbox,
    },
    {
      operationId: 'getClientPayload',
      method: 'GET',
      path: '/api/v1/client-payload',
      summary: 'Read the last body sent to a section',
      description: 'The last body that the applications of this customer sent in this section; `null` if there is none.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'The body.' }],
      errors: SANDBOX_ERRORS.getClientPayload,
    },
    {
      operationId: 'deleteClientPayload',
      method: 'DELETE',
      path: '/api/v1/client-payload',
      summary: 'Forget the bodies sent',
      description: 'For all sections. The token may also come in the body.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 204, description: 'Nothing is remembered.' }],
      errors: SANDBOX_ERRORS.deleteClientPayload,
    },
  ],
};
