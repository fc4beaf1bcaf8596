import { CUSTOMER, type OperationExamples, SHOP } from './example.ts';

export const SANDBOX_EXAMPLES = {
  getTestAccountList: {
    answers: {
      200: {
        accounts: [
          { iban: CUSTOMER.account, currency: 'EUR', name: 'Everyday account' },
          { iban: CUSTOMER.savings, currency: 'EUR', name: 'Savings' },
        ],
      },
    },
  },
  getClientPayload: {
    query: { apiId: 'payments' },
    answers: {
      200: {
        payload: {
          instructedAmount: { amount: '46.80', currency: 'EUR' },
          creditorName: SHOP.name,
          creditorAccount: { iban: SHOP.iban },
        },
        isReset: false,
      },
    },
  },
  deleteClientPayload: { request: { token: { summary: 'The token in the body', value: { accessToken: 'ACCESS_TOKEN' } } } },
} as const satisfies Readonly<Record<string, OperationExamples>>;
