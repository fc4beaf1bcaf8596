import { TRANSACTION_PAGE } from './account-examples.ts';
import { CUSTOMER, linkTo, type OperationExamples, SCA_REDIRECT } from './example.ts';

const ID = 'sta_01km9a5t3e8h2q4x6n7p9rvwys';
const SELF = `transactions-statements/${ID}`;
const PERIOD = { dateFrom: '2025-01-01', dateTo: '2025-03-31' };

export const STATEMENT_EXAMPLES = {
  createTransactionsStatement: {
    request: { quarter: { summary: 'A quarter of one account', value: { account: { iban: CUSTOMER.account }, ...PERIOD } } },
    answers: {
      201: {
        statementStatus: 'received',
        statementId: ID,
        _links: { scaRedirect: SCA_REDIRECT, self: linkTo(SELF), status: linkTo(`${SELF}/status`) },
      },
    },
  },
  getTransactionsStatement: {
    answers: {
      200: {
        account: TRANSACTION_PAGE.account,
        ...PERIOD,
        statementStatus: 'valid',
        readableUntil: '2026-11-21T12:15:00.000Z',
        _links: { transactions: linkTo(`${SELF}/transactions`) },
      },
    },
  },
  getTransactionsStatementStatus: { answers: { 200: { statementStatus: 'valid' } } },
  getTransactionsStatementTransactions: { query: { bookingStatus: 'booked', itemsPerPage: 50 }, answers: { 200: TRANSACTION_PAGE } },
} as const satisfies Readonly<Record<string, OperationExamples>>;
