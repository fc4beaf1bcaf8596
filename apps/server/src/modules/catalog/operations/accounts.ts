import { ACCOUNT_ERRORS } from '../errors/account-errors.ts';
import type { Section } from '../operation.ts';

const HEADERS = ['X-Request-ID', 'Consent-ID', 'PSU-IP-Address?'] as const;

export const ACCOUNTS: Section = {
  apiId: 'accounts',
  title: 'Accounts',
  description:
    'Accounts, balances and transactions of a customer, under a consent that the customer has signed. Without the customer each endpoint can be read as often a day as the consent says; with `PSU-IP-Address`, which tells that the customer is there, any number of times.',
  operations: [
    {
      operationId: 'getAccountList',
      method: 'GET',
      path: '/api/v1/accounts',
      summary: 'List the accounts of a consent',
      description: 'The accounts that the consent covers, with links to what may be read of each.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The accounts.' }],
      errors: ACCOUNT_ERRORS.getAccountList,
    },
    {
      operationId: 'readAccountDetails',
      method: 'GET',
      path: '/api/v1/accounts/:accountId',
      summary: 'Read one account',
      description: 'One account of the consent.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The account.' }],
      errors: ACCOUNT_ERRORS.readAccountDetails,
    },
    {
      operationId: 'getBalances',
      method: 'GET',
      path: '/api/v1/accounts/:accountId/balances',
      summary: 'Read the balances of an account',
      description: 'What is booked, and what is available after what is reserved for payments under way.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The balances.' }],
      errors: ACCOUNT_ERRORS.getBalances,
    },
    {
      operationId: 'getTransactionList',
      method: 'GET',
      path: '/api/v1/accounts/:accountId/transactions',
      summary: 'List the transactions of an account',
      description:
        'Transactions booked during the last 90 days and reserved amounts, newest first. Follow the link `next`, unchanged, until the response has none; all pages together count as one reading. `entryReferenceFrom` returns transactions booked after that entry, oldest first.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'One page of transactions.' }],
      errors: ACCOUNT_ERRORS.getTransactionList,
    },
    {
      operationId: 'getTransactionDetails',
      method: 'GET',
      path: '/api/v1/accounts/:accountId/transactions/:transactionId',
      summary: 'Read one transaction',
      description: 'One booked transaction of the last 90 days.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The transaction.' }],
      errors: ACCOUNT_ERRORS.getTransactionDetails,
    },
  ],
};
