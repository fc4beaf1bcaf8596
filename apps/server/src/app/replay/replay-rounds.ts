/** The requests of an application and a customer in a replay. They leave no open objects and move no money. */
import { setTimeout } from 'node:timers/promises';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import type { ReplayCaller } from './replay-caller.ts';

export interface Replayed {
  readonly caller: ReplayCaller;
  /** Access token of the demo application for its customer. */
  readonly token: string;
  readonly iban: string;
  readonly nationalIdentityNumber: string;
  readonly redirectUri: string;
}

const VALID_UNTIL = '9999-12-31';
const ANY_ORIGIN = 'http://portal.example';
const PAYMENTS = '/api/v1/payments/sepa-credit-transfers';
/** Every customer of the seed may use this method. */
export const METHOD = 'SMART_ID';
const AMOUNT = { amount: '1.00', currency: 'EUR' };
const POLL_MS = 250;
/** The device answers automatically within a few seconds. */
const POLLS_MAX = 80;

/** Requests of an application without a customer: a consent, a payment and a funds confirmation. */
export async function replayApplication({ caller, iban, ...who }: Replayed): Promise<void> {
  const headers = headersOf(who);
  const consent = await caller.send('POST', '/api/v1/consents', { headers, body: consentOf(iban) });
  const consentPath = `/api/v1/consents/${consent.text('consentId')}`;
  for (const path of [consentPath, `${consentPath}/status`]) await caller.send('GET', path, { headers });
  await caller.send('DELETE', consentPath, { headers });
  const payment = await caller.send('POST', PAYMENTS, { headers, body: paymentOf(iban) });
  const paymentPath = `${PAYMENTS}/${payment.text('paymentId')}`;
  for (const path of [paymentPath, `${paymentPath}/status`]) await caller.send('GET', path, { headers });
  await caller.send('DELETE', paymentPath, { headers });
  await caller.send('POST', '/api/v1/funds-confirmations', { headers, body: { account: { iban }, instructedAmount: AMOUNT } });
}

/** A customer who is sent to the bank for a payment signs in, reads it and refuses it. */
export async function replayCustomer({ caller, iban, nationalIdentityNumber, ...who }: Replayed): Promise<void> {
  const payment = await caller.send('POST', PAYMENTS, { headers: headersOf(who), body: paymentOf(iban) });
  const { location: page } = await caller.send('GET', payment.text('_links', 'scaRedirect', 'href'));
  const entryCode = new URL(await signIn(caller, page, nationalIdentityNumber), ANY_ORIGIN).searchParams.get('entry');
  if (entryCode === null) return;
  const details = await caller.send('GET', '/api/ui/payment/details', { headers: { 'signing-entry': entryCode } });
  const headers = { 'signing-id': details.text('signingId') };
  await caller.send('GET', '/api/ui/account/list', { headers });
  await caller.send('GET', `/api/ui/account/balance?iban=${iban}`, { headers });
  await caller.send('DELETE', '/api/ui/payment', { headers });
}

/** Returns the URL to which the bank sends the customer after they have approved on the phone. */
async function signIn(caller: ReplayCaller, page: string, nationalIdentityNumber: string): Promise<string> {
  await caller.send('GET', `${page}/details`);
  await caller.send('POST', `${page}/authentication`, { body: { method: METHOD, nationalIdentityNumber } });
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if ((await caller.send('GET', `${page}/challenge`)).text('state') !== 'started') break;
    await setTimeout(POLL_MS);
  }
  const completed = await caller.send('POST', `${page}/completion`);
  return (await caller.send('GET', completed.text('location'))).location;
}

function headersOf({ token, redirectUri }: Pick<Replayed, 'token' | 'redirectUri'>) {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'psu-ip-address': '192.0.2.1',
    'tpp-redirect-uri': redirectUri,
  };
}

function consentOf(iban: string) {
  const access = { accounts: [{ iban }], balances: [{ iban }], transactions: [{ iban }] };
  return { access, recurringIndicator: true, validUntil: VALID_UNTIL, frequencyPerDay: 4, combinedServiceIndicator: false };
}

function paymentOf(iban: string) {
  const { name, iban: payee } = PAYEES.lumenBooks;
  return { instructedAmount: AMOUNT, debtorAccount: { iban }, creditorName: name, creditorAccount: { iban: payee } };
}
