/** How an application asks its customer to sign each kind of thing, and what the customer's page sends: a new kind is one row. */
import type { PaymentKind, SigningKind } from '@portico/contract';
import { type Browser, type Customer, enterSigning, textOf } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { EVERY_ACCOUNT } from './access-pages.ts';
import { houseDay } from './avoid-midnight.ts';

interface Thing {
  /** Below `/api/v1`. */
  readonly path: string;
  readonly idField: 'paymentId' | 'consentId' | 'statementId';
  /** @param iban an account of the customer */
  body(iban: string): object;
  submission(iban: string): object;
}

const { name: creditorName, iban: payee } = PAYEES.lumenBooks;
export const ORDER = { instructedAmount: { amount: '1.00', currency: 'EUR' }, creditorAccount: { iban: payee }, creditorName };

/** Each is signed now and paid later, so that it can be cancelled. */
const payment = (path: string, body: () => object): Thing => ({
  path: `/${path}/sepa-credit-transfers`,
  idField: 'paymentId',
  body,
  submission: (iban) => ({ debtorAccountIban: iban }),
});
const PAYMENTS: Readonly<Record<PaymentKind, Thing>> = {
  payment: payment('payments', () => ({ ...ORDER, requestedExecutionDate: houseDay(5) })),
  'periodic-payment': payment('periodic-payments', () => ({ ...ORDER, startDate: houseDay(5), frequency: 'Monthly' })),
  'bulk-payment': payment('bulk-payments', () => ({
    payments: [ORDER, ORDER],
    requestedExecutionDate: houseDay(5),
  })),
};

export const THINGS: Readonly<Record<SigningKind, Thing>> = {
  ...PAYMENTS,
  'payment-cancellation': PAYMENTS.payment,
  'periodic-payment-cancellation': PAYMENTS['periodic-payment'],
  'bulk-payment-cancellation': PAYMENTS['bulk-payment'],
  consent: { path: '/consents', idField: 'consentId', body: () => EVERY_ACCOUNT, submission: () => ({}) },
  'transactions-statement': {
    path: '/transactions-statements',
    idField: 'statementId',
    body: (iban) => ({ account: { iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' }),
    submission: () => ({}),
  },
};

interface Asking {
  readonly browser: Browser;
  readonly customer: Customer;
  readonly iban: string;
  /** As the application; `path` is below `/api/v1`. */
  call(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
}

/** For a cancellation the customer signs the payment first. @returns the `scaRedirect` */
export async function askToSign(kind: SigningKind, { browser, customer, iban, call }: Asking): Promise<string> {
  const { path, idField, body } = THINGS[kind];
  const created = await call('POST', path, body(iban));
  if (!kind.endsWith('-cancellation')) return linkOf(created);
  const page = await enterSigning(browser, linkOf(created), customer, kind.replace('-cancellation', ''));
  await page.choose(iban);
  const { status, text } = await page.sign(iban);
  if (status !== 200) throw new Error(`What is to be cancelled was not signed: ${status} ${text}`);
  return linkOf(await call('DELETE', `${path}/${textOf(created, idField)}`));
}

const linkOf = (answer: unknown) => textOf(answer, '_links', 'scaRedirect', 'href');
