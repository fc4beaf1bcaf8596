/** The eight flows: how an application asks for each, how its page speaks of it, and what becomes of it in every state. */
import type { SigningKind } from '@portico/contract';
import { addDays, isoDateIn } from '@portico/primitives';

import { desktop, phone, type State, type StateCell } from './flow-states.ts';
import type { SigningText } from './texts.ts';

export const FLOWS = [
  'consent',
  'statement',
  'payment',
  'periodic-payment',
  'bulk-payment',
  'payment-cancellation',
  'periodic-payment-cancellation',
  'bulk-payment-cancellation',
] as const;
export type Flow = (typeof FLOWS)[number];

export interface Kind {
  /** Below `/api/v1`. */
  readonly path: string;
  readonly idField: 'consentId' | 'statementId' | 'paymentId';
  readonly statusField: 'consentStatus' | 'statementStatus' | 'transactionStatus';
  /** @param iban the customer's first account. */
  readonly body: (iban: string) => object;
  /** The page's modal, and the path of its first call below `/api/ui`. */
  readonly modal: string;
  readonly details: string;
  /** Set: the flow takes back what was signed as this. */
  readonly kind?: SigningKind;
  /** Once it is signed, and once it was refused. */
  readonly signed: RegExp;
  readonly refused: RegExp;
  readonly texts: { readonly kind: SigningText; readonly done: SigningText; readonly refuse: SigningText; readonly question?: SigningText };
  readonly states: Readonly<Record<State, StateCell>>;
}

/** Fictitious; answers the payee check. */
const LUMEN_BOOKS = { creditorName: 'Lumen Books OÜ', creditorAccount: { iban: 'EE869800100045081764' } };
const ORDER = { ...LUMEN_BOOKS, instructedAmount: { amount: '1.00', currency: 'EUR' }, remittanceInformationUnstructured: 'Order 1024' };
const ITEMS = [ORDER, { ...ORDER, instructedAmount: { amount: '2.50', currency: 'EUR' }, remittanceInformationUnstructured: 'Order 1025' }];

/** The bank's calendar date so many days from now; in all three countries it is the same at noon. */
const bankDay = (days: number): string => addDays(isoDateIn('Europe/Tallinn', new Date()), days);

const PAID = { idField: 'paymentId', statusField: 'transactionStatus' } as const;
const SIGN_TEXTS = { refuse: 'signing.cancel' } as const;
const CANCELLATION = { signed: /^CANC$/, refused: /^ACTC$/ } as const;
const PERIODIC = {
  ...PAID,
  path: '/periodic-payments/sepa-credit-transfers',
  body: () => ({ ...ORDER, startDate: bankDay(9), frequency: 'Monthly' }),
  details: '/periodic-payment/details',
} as const;

export const KINDS: Readonly<Record<Flow, Kind>> = {
  consent: {
    path: '/consents',
    idField: 'consentId',
    statusField: 'consentStatus',
    body: () => ({
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: bankDay(90),
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    }),
    modal: 'signingConsent',
    details: '/consent/details',
    signed: /^valid$/,
    refused: /^rejected$/,
    texts: { ...SIGN_TEXTS, kind: 'consent.kind', done: 'consent.done' },
    states: {
      success: phone('lv', 'et'),
      refuse: desktop('lt', 'ru'),
      // In Latvia and Lithuania the sign-in itself confirms, and no device is asked that could refuse.
      error: { ...phone('ee', 'lv'), mishap: 'refuse' },
      terminated: { ...desktop('lv', 'en'), end: 'clock' },
      reload: phone('ee', 'en'),
      twoTabs: desktop('lt', 'lt'),
    },
  },
  statement: {
    path: '/transactions-statements',
    idField: 'statementId',
    statusField: 'statementStatus',
    body: (iban) => ({ account: { iban }, dateFrom: bankDay(-60), dateTo: bankDay(-30) }),
    modal: 'signingTransactionsStatement',
    details: '/transactions-statement/details',
    signed: /^valid$/,
    refused: /^rejected$/,
    texts: { ...SIGN_TEXTS, kind: 'statement.kind', done: 'statement.done' },
    states: {
      success: desktop('lt', 'lt'),
      refuse: phone('lv', 'en'),
      error: { ...desktop('ee', 'ru'), mishap: 'wrongCode' },
      terminated: { ...phone('lt', 'et'), end: 'clock' },
      reload: desktop('lv', 'lv'),
      twoTabs: phone('ee', 'en'),
    },
  },
  payment: {
    ...PAID,
    path: '/payments/instant-sepa-credit-transfers',
    body: () => ORDER,
    modal: 'signingPayment',
    details: '/payment/details',
    signed: /^ACCC$/,
    refused: /^RJCT$/,
    texts: { ...SIGN_TEXTS, kind: 'payment.kind', done: 'payment.done' },
    states: {
      success: phone('ee', 'et'),
      refuse: desktop('lv', 'lv'),
      error: { ...phone('lt', 'en'), mishap: 'timeOut' },
      terminated: { ...desktop('ee', 'ru'), end: 'elsewhere' },
      reload: phone('lt', 'lt'),
      twoTabs: desktop('lv', 'en'),
    },
  },
  'periodic-payment': {
    ...PERIODIC,
    modal: 'signingPeriodicPayment',
    signed: /^ACTC$/,
    refused: /^RJCT$/,
    texts: { ...SIGN_TEXTS, kind: 'periodic.kind', done: 'periodic.done' },
    states: {
      success: desktop('lv', 'ru'),
      refuse: phone('lt', 'lt'),
      error: { ...desktop('lt', 'et'), mishap: 'cut' },
      terminated: { ...phone('lv', 'lv'), end: 'scenario' },
      reload: desktop('ee', 'lt'),
      twoTabs: phone('lt', 'en'),
    },
  },
  'bulk-payment': {
    ...PAID,
    path: '/bulk-payments/instant-sepa-credit-transfers',
    body: () => ({ payments: ITEMS }),
    modal: 'signingBulkPayment',
    details: '/bulk-payment/details',
    signed: /^AC(SP|SC|CC)$/,
    refused: /^RJCT$/,
    texts: { ...SIGN_TEXTS, kind: 'bulk.kind', done: 'bulk.done' },
    states: {
      success: phone('lt', 'en'),
      refuse: desktop('ee', 'et'),
      error: { ...phone('lv', 'lv'), mishap: 'refuse' },
      terminated: { ...desktop('lt', 'lt'), end: 'clock' },
      reload: phone('lv', 'ru'),
      twoTabs: desktop('ee', 'et'),
    },
  },
  'payment-cancellation': {
    ...PAID,
    ...CANCELLATION,
    path: '/payments/sepa-credit-transfers',
    body: () => ({ ...ORDER, requestedExecutionDate: bankDay(9) }),
    modal: 'cancellingFuturePayment',
    details: '/payment/details',
    kind: 'payment',
    texts: {
      kind: 'cancellation.payment.kind',
      done: 'cancellation.payment.done',
      refuse: 'cancellation.goBack',
      question: 'cancellation.future.question',
    },
    states: {
      success: desktop('ee', 'en'),
      refuse: phone('ee', 'ru'),
      error: { ...desktop('lv', 'lt'), mishap: 'wrongCode' },
      terminated: { ...phone('ee', 'et'), end: 'elsewhere' },
      reload: desktop('lt', 'lv'),
      twoTabs: phone('lv', 'lv'),
    },
  },
  'periodic-payment-cancellation': {
    ...PERIODIC,
    ...CANCELLATION,
    modal: 'cancellingPeriodicPayment',
    kind: 'periodic-payment',
    texts: {
      kind: 'cancellation.periodic.kind',
      done: 'cancellation.periodic.done',
      refuse: 'cancellation.goBack',
      question: 'cancellation.periodic.question',
    },
    states: {
      success: phone('lv', 'lv'),
      refuse: desktop('lv', 'en'),
      error: { ...phone('ee', 'ru'), mishap: 'timeOut' },
      terminated: { ...desktop('ee', 'et'), end: 'scenario' },
      reload: phone('lv', 'et'),
      twoTabs: desktop('lt', 'lt'),
    },
  },
  'bulk-payment-cancellation': {
    ...PAID,
    ...CANCELLATION,
    path: '/bulk-payments/sepa-credit-transfers',
    body: () => ({ payments: ITEMS, requestedExecutionDate: bankDay(9) }),
    modal: 'cancellingFutureBulkPayment',
    details: '/bulk-payment/details',
    kind: 'bulk-payment',
    texts: {
      kind: 'cancellation.bulk.kind',
      done: 'cancellation.bulk.done',
      refuse: 'cancellation.goBack',
      question: 'cancellation.future.question',
    },
    states: {
      success: desktop('lt', 'ru'),
      refuse: phone('lt', 'lt'),
      error: { ...desktop('ee', 'en'), mishap: 'cut' },
      terminated: { ...phone('lv', 'lv'), end: 'clock' },
      reload: desktop('ee', 'et'),
      twoTabs: phone('lv', 'ru'),
    },
  },
};
