import { CUSTOMER, DAY_AHEAD, lifeOfPayment, type OperationExamples } from './example.ts';

const { created, further } = lifeOfPayment('BulkPayment', 'bulk-payments/sepa-credit-transfers/pay_01km9a5t3e8h2q4x6n7p9rvwyx');

const WAGE = {
  instructedAmount: { amount: '1240.00', currency: 'EUR' },
  creditorName: 'Mart Proov',
  creditorAccount: { iban: 'EE382200221020145685' },
  remittanceInformationUnstructured: 'Wages for November',
  endToEndIdentification: 'WAGE-2026-11-001',
};
const RENT = {
  instructedAmount: { amount: '640.00', currency: 'EUR' },
  creditorName: 'Hallikivi Haldus OÜ',
  creditorAccount: { iban: 'EE769800100099001237' },
  remittanceInformationUnstructured: 'Rent, Katuse 7-12',
  endToEndIdentification: 'RENT-2026-11',
};

export const BULK_PAYMENT_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  initiateBulkPayment: {
    request: {
      today: { summary: 'As soon as it is signed; the customer chooses the account', value: { payments: [WAGE, RENT] } },
      later: {
        summary: 'On a later day, from an account of the customer',
        value: { debtorAccount: { iban: CUSTOMER.account }, requestedExecutionDate: DAY_AHEAD, batchBookingPreferred: false, payments: [WAGE, RENT] },
      },
    },
    answers: { 201: created },
  },
  getBulkPaymentInformation: {
    answers: {
      200: {
        debtorAccount: { iban: CUSTOMER.account },
        payments: [
          { ...WAGE, transactionStatus: 'ACSC' },
          { ...RENT, transactionStatus: 'ACSC' },
        ],
        transactionStatus: 'ACSC',
      },
    },
  },
  getBulkPaymentInitiationStatus: { answers: { 200: { transactionStatus: 'ACSC' } } },
  ...further,
};
