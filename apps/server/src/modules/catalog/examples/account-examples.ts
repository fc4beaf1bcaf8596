import { CUSTOMER, DAY_BACK, linkTo, type OperationExamples, SHOP } from './example.ts';

const ID = 'acc_01km9a5t3e8h2q4x6n7p9rvwyu';
const SELF = `accounts/${ID}`;

const ACCOUNT = {
  resourceId: ID,
  iban: CUSTOMER.account,
  currency: 'EUR',
  name: 'Everyday account',
  product: 'Everyday',
  cashAccountType: 'CACC',
  status: 'enabled',
  bic: 'PORTEE2X',
  usage: 'PRIV',
  _links: { balances: linkTo(`${SELF}/balances`), transactions: linkTo(`${SELF}/transactions`) },
};

const ACCOUNT_REFERENCE = { iban: CUSTOMER.account, currency: 'EUR' };

const balance = (balanceType: string, amount: string) => ({
  balanceType,
  balanceAmount: { amount, currency: 'EUR' },
  referenceDate: '2026-11-21',
});

const PURCHASE = {
  transactionId: '4711',
  entryReference: '4711',
  endToEndId: '2026-0417',
  bookingDate: '2026-11-20',
  valueDate: '2026-11-20',
  transactionAmount: { amount: '-46.80', currency: 'EUR' },
  creditorName: SHOP.name,
  creditorAccount: { iban: SHOP.iban },
  remittanceInformationUnstructured: 'Order 2026-0417',
  bankTransactionCode: 'PMNT-ICDT-ESCT',
};

export const TRANSACTION_PAGE = {
  account: ACCOUNT_REFERENCE,
  transactions: { booked: [PURCHASE], _links: { account: linkTo(SELF) } },
};

export const ACCOUNT_EXAMPLES = {
  getAccountList: { query: { withBalance: false }, answers: { 200: { accounts: [ACCOUNT] } } },
  readAccountDetails: { query: { withBalance: false }, answers: { 200: { account: ACCOUNT } } },
  getBalances: {
    answers: {
      200: { account: ACCOUNT_REFERENCE, balances: [balance('interimBooked', '2410.55'), balance('interimAvailable', '2363.75')] },
    },
  },
  getTransactionList: {
    query: { bookingStatus: 'both', dateFrom: DAY_BACK, itemsPerPage: 50 },
    answers: {
      200: {
        ...TRANSACTION_PAGE,
        transactions: {
          ...TRANSACTION_PAGE.transactions,
          pending: [
            {
              transactionAmount: { amount: '-12.00', currency: 'EUR' },
              creditorName: SHOP.name,
              creditorAccount: { iban: SHOP.iban },
              bankTransactionCode: 'PMNT-ICDT-ESCT',
            },
          ],
        },
      },
    },
  },
  getTransactionDetails: { answers: { 200: { transactionsDetails: PURCHASE } } },
} as const satisfies Readonly<Record<string, OperationExamples>>;
