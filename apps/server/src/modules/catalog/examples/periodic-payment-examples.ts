import { CUSTOMER, DAY_AHEAD, lifeOfPayment, type OperationExamples } from './example.ts';

const ID = 'pay_01km9a5t3e8h2q4x6n7p9rvwyv';
const RUN = 'pay_01km9a5t3e8h2q4x6n7p9rvwyw';
const { created, further } = lifeOfPayment('PeriodicPayment', `periodic-payments/sepa-credit-transfers/${ID}`);

const RENT = {
  instructedAmount: { amount: '640.00', currency: 'EUR' },
  creditorName: 'Hallikivi Haldus OÜ',
  creditorAccount: { iban: 'EE769800100099001237' },
  remittanceInformationUnstructured: 'Rent, Katuse 7-12',
};

const MONTHLY = { startDate: DAY_AHEAD, frequency: 'Monthly', dayOfExecution: '31', executionRule: 'preceding' };

export const PERIODIC_PAYMENT_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  initiatePeriodicPayment: {
    request: {
      monthly: { summary: 'On the last business day of every month, until it is cancelled', value: { ...RENT, ...MONTHLY } },
      fortnightly: {
        summary: 'Every other week until an end, from an account of the customer',
        value: { ...RENT, debtorAccount: { iban: CUSTOMER.account }, startDate: DAY_AHEAD, endDate: '2099-12-31', frequency: 'EveryTwoWeeks' },
      },
    },
    answers: {
      201: created,
    },
  },
  getPeriodicPaymentInformation: {
    answers: {
      200: {
        ...RENT,
        ...MONTHLY,
        startDate: '2026-11-15',
        debtorAccount: { iban: CUSTOMER.account },
        transactionStatus: 'ACTC',
        nextExecutionDate: '2026-12-31',
        executions: [{ paymentId: RUN, executionDate: '2026-11-30', transactionStatus: 'ACSC' }],
      },
    },
  },
  getPeriodicPaymentInitiationStatus: {
    answers: {
      200: {
        transactionStatus: 'ACTC',
        tppMessages: [
          {
            category: 'WARNING',
            code: 'FUNDS_NOT_AVAILABLE',
            text: 'The payment of 2026-11-30 was rejected. There was not enough money on the account when the payment was due. No money was moved.',
          },
        ],
      },
    },
  },
  ...further,
};
