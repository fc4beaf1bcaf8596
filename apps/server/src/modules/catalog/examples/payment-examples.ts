import { CUSTOMER, linkTo, type OperationExamples, SCA_REDIRECT, SHOP } from './example.ts';

const ID = 'pay_01km9a5t3e8h2q4x6n7p9rvwys';
const SELF = `payments/sepa-credit-transfers/${ID}`;

const ORDER = {
  instructedAmount: { amount: '46.80', currency: 'EUR' },
  creditorName: SHOP.name,
  creditorAccount: { iban: SHOP.iban },
  remittanceInformationUnstructured: 'Order 2026-0417',
  endToEndIdentification: '2026-0417',
};

export const PAYMENT_EXAMPLES = {
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
    },
    answers: {
      201: {
        transactionStatus: 'RCVD',
        paymentId: ID,
        transactionFees: { amount: '0.00', currency: 'EUR' },
        transactionFeeIndicator: false,
        _links: { scaRedirect: SCA_REDIRECT, self: linkTo(SELF), status: linkTo(`${SELF}/status`) },
      },
    },
  },
  getPaymentInformation: { answers: { 200: { ...ORDER, debtorAccount: { iban: CUSTOMER.account }, transactionStatus: 'ACSC' } } },
  getPaymentInitiationStatus: { answers: { 200: { transactionStatus: 'ACSC' } } },
} as const satisfies Readonly<Record<string, OperationExamples>>;
