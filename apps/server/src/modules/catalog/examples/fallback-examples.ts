import { CUSTOMER, type OperationExamples, SHOP } from './example.ts';

const CHALLENGE = { state: 'started', method: 'SMART_ID', controlCode: '4711', secondsLeft: 120 } as const;
const APPROVED = { state: 'approved', method: 'SMART_ID', controlCode: '4711', secondsLeft: 0 } as const;
const SIGN_IN = 'fsi_01km9a5t3e8h2q4x6n7p9rvwys';

const ORDER = {
  debtorAccountIban: CUSTOMER.account,
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  creditorName: SHOP.name,
  creditorAccount: { iban: SHOP.iban },
  remittanceInformationUnstructured: 'Order 2026-0417',
} as const;

const PAYMENT = {
  paymentId: 'pay_01km9a5t3e8h2q4x6n7p9rvwys',
  transactionStatus: 'RCVD',
  ...ORDER,
  isInstant: true,
  fee: { amount: '0.00', currency: 'EUR' },
  payeeVerification: { result: 'MTCH' },
  challenge: CHALLENGE,
} as const;

const balance = (amount: string) => ({ amount, currency: 'EUR' });

export const FALLBACK_EXAMPLES = {
  startFallbackSignIn: {
    request: {
      ofTheCustomer: { summary: 'By the first method that the customer holds', value: { userName: CUSTOMER.userName } },
      byMethod: { summary: 'By a method of his choice', value: { userName: CUSTOMER.userName, method: 'SMART_ID' } },
    },
    answers: { 201: { signInId: SIGN_IN, challenge: CHALLENGE } },
  },
  getFallbackSignIn: { answers: { 200: { signInId: SIGN_IN, challenge: APPROVED } } },
  openFallbackSession: {
    answers: { 201: { fallbackSession: 'x7Kq2vN9pR4tW8yB1cF6hJ3mL5sD0gZaQeUiOoPlMnA', idleSeconds: 300, totalSeconds: 1800 } },
  },
  getFallbackAccounts: {
    answers: {
      200: {
        accounts: [
          {
            iban: CUSTOMER.account,
            name: 'Everyday account',
            ownerName: 'Liis Näidis',
            status: 'enabled',
            bookedBalance: balance('2410.55'),
            availableBalance: balance('2363.75'),
          },
        ],
      },
    },
  },
  getFallbackTransactions: {
    answers: {
      200: {
        iban: CUSTOMER.account,
        dateFrom: '2026-08-23',
        dateTo: '2026-11-21',
        transactions: [
          {
            transactionId: '4711',
            bookingDate: '2026-11-20',
            amount: { amount: '-46.80', currency: 'EUR' },
            counterpartName: SHOP.name,
            counterpartIban: SHOP.iban,
            remittanceInformationUnstructured: 'Order 2026-0417',
          },
        ],
        isComplete: true,
      },
    },
  },
  orderFallbackPayment: {
    request: {
      instant: { summary: 'Paid at once', value: { ...ORDER, isInstant: true } },
      ordinary: { summary: 'On the next business day', value: ORDER },
    },
    answers: { 201: PAYMENT },
  },
  getFallbackPayment: { answers: { 200: PAYMENT } },
  confirmFallbackPayment: {
    answers: { 200: { ...PAYMENT, transactionStatus: 'ACCC', challenge: APPROVED, signedAt: '2026-11-21T10:15:00.000Z' } },
  },
} as const satisfies Readonly<Record<string, OperationExamples>>;
