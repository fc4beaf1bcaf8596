import { CUSTOMER, DAY_AHEAD, lifeOfPayment, type OperationExamples, SHOP } from './example.ts';

const ID = 'pay_01km9a5t3e8h2q4x6n7p9rvwys';
const { created, further } = lifeOfPayment('Payment', `payments/sepa-credit-transfers/${ID}`);

const ORDER = {
  instructedAmount: { amount: '46.80', currency: 'EUR' },
  creditorName: SHOP.name,
  creditorAccount: { iban: SHOP.iban },
  remittanceInformationUnstructured: 'Order 2026-0417',
  endToEndIdentification: '2026-0417',
};

export const PAYMENT_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  initiatePayment: {
    request: {
      customerChooses: { summary: 'The customer chooses the account', value: ORDER },
      namedAccount: {
        summary: 'From an account of the customer, with a creditor reference',
        value: {
          debtorAccount: { iban: CUSTOMER.account },
          instructedAmount: ORDER.instructedAmount,
          creditorName: SHOP.name,
          creditorAccount: { iban: SHOP.iban },
          remittanceInformationStructured: { reference: 'RF18539007547034', referenceType: 'SCOR' },
        },
      },
      later: { summary: 'On a later day', value: { ...ORDER, requestedExecutionDate: DAY_AHEAD } },
    },
    answers: {
      201: { ...created, transactionFees: { amount: '0.00', currency: 'EUR' }, transactionFeeIndicator: false },
    },
  },
  getPaymentInformation: { answers: { 200: { ...ORDER, debtorAccount: { iban: CUSTOMER.account }, transactionStatus: 'ACSC' } } },
  getPaymentInitiationStatus: { answers: { 200: { transactionStatus: 'ACSC' } } },
  ...further,
};
