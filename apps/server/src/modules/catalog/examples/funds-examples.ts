import { CUSTOMER, type OperationExamples, SHOP } from './example.ts';

export const FUNDS_EXAMPLES = {
  checkAvailabilityOfFunds: {
    request: {
      purchase: {
        summary: 'A purchase by card',
        value: {
          cardNumber: '4111111111111111',
          account: { iban: CUSTOMER.account },
          payee: SHOP.name,
          instructedAmount: { amount: '46.80', currency: 'EUR' },
        },
      },
    },
    answers: { 200: { fundsAvailable: true } },
  },
} as const satisfies Readonly<Record<string, OperationExamples>>;
