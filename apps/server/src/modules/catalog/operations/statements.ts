import { STATEMENT_ERRORS } from '../errors/statement-errors.ts';
import type { Section } from '../operation.ts';

export const STATEMENTS: Section = {
  apiId: 'transactions-statement',
  title: 'Transactions statement',
  description:
    'Transactions of one account and one period, older ones too: the customer signs each statement, and it can be read for 15 minutes. The bank’s own addition to the standard.',
  operations: [
    {
      operationId: 'createTransactionsStatement',
      method: 'POST',
      path: '/api/v1/transactions-statements',
      summary: 'Ask for a transactions statement',
      description:
        'Redirect the customer to `_links.scaRedirect`, unchanged. The same `X-Request-ID` with the same body returns the first response again.',
      headers: [
        'X-Request-ID',
        'PSU-IP-Address',
        'TPP-Redirect-URI',
        'TPP-Nok-Redirect-URI?',
        'TPP-Redirect-Preferred?',
        'TPP-Brand-Logging-Information?',
      ],
      answers: [{ status: 201, description: 'The statement waits for its customer.', headers: ['Location', 'ASPSP-SCA-Approach'] }],
      errors: STATEMENT_ERRORS.createTransactionsStatement,
    },
    {
      operationId: 'getTransactionsStatement',
      method: 'GET',
      path: '/api/v1/transactions-statements/:statementId',
      summary: 'Read a transactions statement',
      description: 'What was asked, where it stands, and until when it can be read.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The statement.' }],
      errors: STATEMENT_ERRORS.getTransactionsStatement,
    },
    {
      operationId: 'getTransactionsStatementStatus',
      method: 'GET',
      path: '/api/v1/transactions-statements/:statementId/status',
      summary: 'Read the status of a statement',
      description: 'Ask when the customer comes back: the return address alone says nothing.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The status.' }],
      errors: STATEMENT_ERRORS.getTransactionsStatementStatus,
    },
    {
      operationId: 'getTransactionsStatementTransactions',
      method: 'GET',
      path: '/api/v1/transactions-statements/:statementId/transactions',
      summary: 'List the transactions of a statement',
      description: 'Newest first, within 15 minutes of the signature. Follow the link `next`, unchanged, until the response has none.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'One page of transactions.' }],
      errors: STATEMENT_ERRORS.getTransactionsStatementTransactions,
    },
    {
      operationId: 'deleteTransactionsStatement',
      method: 'DELETE',
      path: '/api/v1/transactions-statements/:statementId',
      summary: 'End a transactions statement',
      description: 'The application needs it no longer. Repeating it does no harm.',
      headers: ['X-Request-ID'],
      answers: [{ status: 204, description: 'The statement has ended.' }],
      errors: STATEMENT_ERRORS.deleteTransactionsStatement,
    },
  ],
};
