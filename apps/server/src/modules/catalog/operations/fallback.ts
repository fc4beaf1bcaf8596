import { FALLBACK_ERRORS } from '../errors/fallback-errors.ts';
import { withMaintenance } from '../errors/maintenance-errors.ts';
import { withRoles } from '../errors/role-errors.ts';
import type { Section } from '../operation.ts';

const PATH = '/api/fallback/v1';
const WAITS = 'The call waits up to 20 seconds for the customer’s device; without an answer by then it returns 409 and can be repeated.';

const FALLBACK_LOGIN: Section = {
  apiId: 'fallback-login',
  title: 'Fallback: sign-in',
  list: 'fallback',
  description:
    'The bank’s customer interface, for the time in which the API does not answer (RTS Art. 33). Your application identifies itself on every call: with the profile mtls or fapi2 by its QWAC at the address for mutual TLS and its client id with an empty secret, with the profile basic by client id and secret. The customer confirms on his own device; in the sandbox it answers as his scenario says.',
  operations: [
    {
      operationId: 'startFallbackSignIn',
      method: 'POST',
      path: `${PATH}/sign-ins`,
      summary: 'Start a customer’s sign-in',
      description:
        'Asks the customer’s device. Show the customer the control code. While the device waits for an answer, the same call continues with the same request; a call with another method ends it.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 201, description: 'The device was asked.' }],
      errors: FALLBACK_ERRORS.startFallbackSignIn,
    },
    {
      operationId: 'getFallbackSignIn',
      method: 'GET',
      path: `${PATH}/sign-ins/:signInId`,
      summary: 'Read how a sign-in stands',
      description: 'Whether the customer has answered, and how.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'The sign-in.' }],
      errors: FALLBACK_ERRORS.getFallbackSignIn,
    },
    {
      operationId: 'openFallbackSession',
      method: 'POST',
      path: `${PATH}/sign-ins/:signInId/session`,
      summary: 'Open the customer’s session',
      description: `Opens the customer’s session for your application after the customer’s approval. The session is returned only once. ${WAITS}`,
      headers: ['X-Request-ID?'],
      answers: [{ status: 201, description: 'The session: 5 minutes without a call, 30 minutes in all.' }],
      errors: FALLBACK_ERRORS.openFallbackSession,
    },
    {
      operationId: 'endFallbackSession',
      method: 'DELETE',
      path: `${PATH}/session`,
      summary: 'Sign the customer out',
      description: 'End the session as soon as what the customer asked for is done.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 204, description: 'The session is over.' }],
      errors: FALLBACK_ERRORS.endFallbackSession,
    },
  ],
};

const FALLBACK_ACCOUNTS: Section = {
  apiId: 'fallback-accounts',
  title: 'Fallback: accounts',
  list: 'fallback',
  description:
    'What the customer sees of his accounts. Read only what the service that he asked you for needs, and log what you read (RTS Art. 33(5)).',
  operations: [
    {
      operationId: 'getFallbackAccounts',
      method: 'GET',
      path: `${PATH}/accounts`,
      summary: 'List the customer’s accounts',
      description: 'With booked and available balance.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'His accounts, in his order.' }],
      errors: FALLBACK_ERRORS.getFallbackAccounts,
    },
    {
      operationId: 'getFallbackTransactions',
      method: 'GET',
      path: `${PATH}/accounts/:iban/transactions`,
      summary: 'List the transactions of an account',
      description:
        'Booked transactions, newest first, at most 500 in one response. The last 90 days are available during the whole session, older ones during the first 5 minutes after the sign-in.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'The transactions of the period.' }],
      errors: FALLBACK_ERRORS.getFallbackTransactions,
    },
  ],
};

const FALLBACK_PAYMENTS: Section = {
  apiId: 'fallback-payments',
  title: 'Fallback: payments',
  list: 'fallback',
  description:
    'A payment from one of the customer’s accounts. He confirms it on his device, for exactly this amount and payee (RTS Art. 5). No page of the bank is opened.',
  operations: [
    {
      operationId: 'orderFallbackPayment',
      method: 'POST',
      path: `${PATH}/payments`,
      summary: 'Order a payment',
      description:
        'Checks the order and asks the customer’s device. Show the customer amount, payee, fee, the result of the name check and the control code. The same `X-Request-ID` with the same body returns the same payment.',
      headers: ['X-Request-ID'],
      answers: [{ status: 201, description: 'The device was asked; nothing is paid yet.' }],
      errors: FALLBACK_ERRORS.orderFallbackPayment,
    },
    {
      operationId: 'getFallbackPayment',
      method: 'GET',
      path: `${PATH}/payments/:paymentId`,
      summary: 'Read a payment',
      description: 'Its status, and how the question on the device stands.',
      headers: ['X-Request-ID?'],
      answers: [{ status: 200, description: 'The payment.' }],
      errors: FALLBACK_ERRORS.getFallbackPayment,
    },
    {
      operationId: 'confirmFallbackPayment',
      method: 'POST',
      path: `${PATH}/payments/:paymentId/confirmation`,
      summary: 'Have a confirmed payment made',
      description: `Makes the payment after the customer’s approval. Repeated calls never pay twice. ${WAITS}`,
      headers: ['X-Request-ID?'],
      answers: [
        {
          status: 200,
          description: 'The payment was made: an instant payment has reached the payee, an ordinary one is booked on its business day.',
        },
      ],
      errors: FALLBACK_ERRORS.confirmFallbackPayment,
    },
  ],
};

export const FALLBACK_SECTIONS = [FALLBACK_LOGIN, FALLBACK_ACCOUNTS, FALLBACK_PAYMENTS].map((section) =>
  withRoles(withMaintenance(section, 'MAINTENANCE'), 'fallback'),
);
