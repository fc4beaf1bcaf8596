/** What a customer signs: consents and payments. The customer signs at the bank or on their device; a command only asks and waits. */
import { setTimeout as delay } from 'node:timers/promises';
import { orThrow } from '../api-error.ts';
import { NotDecided, REFUSED } from './failures.ts';
import { type Api, type Given, openApi, type Result, THERE, toNumber } from './given.ts';

const POLL_MS = 1000;
const WAIT_SECONDS = '600';

type Reading = 'refused' | 'waiting' | 'signed';

/** Other states are those of a consent that has ended. */
const CONSENT_READINGS: Readonly<Record<string, Reading>> = { received: 'waiting', partiallyAuthorised: 'waiting', valid: 'signed' };
/** ISO 20022; other states are those of a payment that the bank carries out. */
const PAYMENT_READINGS: Readonly<Record<string, Reading>> = { RCVD: 'waiting', PATC: 'waiting', RJCT: 'refused', CANC: 'refused', BLCK: 'refused' };

/** A consent or payment: how to ask for its status, and what that says. */
interface Signed {
  readonly document: object;
  readonly status: string;
  readonly statusName: 'consentStatus' | 'transactionStatus';
  readonly scaRedirect?: string | undefined;
  readStatus(): Promise<string>;
  readonly toReading: (status: string) => Reading;
}

export async function createConsent(given: Given): Promise<Result> {
  const api = await openApi(given);
  const created = await orThrow(
    api.client.POST('/v1/consents', {
      params: { header: headersOf(api, given) },
      body: {
        access: { allPsd2: 'allAccounts' },
        recurringIndicator: true,
        // As long as the bank allows.
        validUntil: '9999-12-31',
        frequencyPerDay: 4,
        combinedServiceIndicator: false,
      },
    }),
  );
  const { consentId, consentStatus, psuMessage, _links } = created;
  const scaRedirect = _links.scaRedirect?.href;
  return finish(given, { ...consentOf(api, consentId, consentStatus), document: documentOf({ consentId, psuMessage, scaRedirect }), scaRedirect });
}

export async function showConsent(given: Given): Promise<Result> {
  const api = await openApi(given);
  const consent = consentOf(api, given.argument, '');
  return finish(given, { ...consent, status: await consent.readStatus() });
}

function consentOf({ client }: Api, consentId: string, status: string): Signed {
  const params = { path: { consentId } };
  return {
    document: { consentId },
    status,
    statusName: 'consentStatus',
    readStatus: async () => (await orThrow(client.GET('/v1/consents/{consentId}/status', { params }))).consentStatus,
    toReading: (each) => CONSENT_READINGS[each] ?? 'refused',
  };
}

export async function createPayment(given: Given): Promise<Result> {
  const { amount = '', to = '', payee = '', text, from } = given.options;
  const api = await openApi(given);
  const created = await orThrow(
    api.client.POST('/v1/payments/{paymentProduct}', {
      params: { header: headersOf(api, given), path: { paymentProduct: productOf(given) } },
      body: {
        instructedAmount: { amount, currency: 'EUR' },
        creditorAccount: { iban: to },
        creditorName: payee,
        ...(from !== undefined && { debtorAccount: { iban: from } }),
        ...(text !== undefined && { remittanceInformationUnstructured: text }),
      },
    }),
  );
  const { paymentId, transactionStatus, psuMessage, _links } = created;
  const scaRedirect = _links.scaRedirect?.href;
  const payment = paymentOf(api, given, paymentId, transactionStatus);
  return finish(given, { ...payment, document: documentOf({ paymentId, psuMessage, scaRedirect }), scaRedirect });
}

export async function showPayment(given: Given): Promise<Result> {
  const api = await openApi(given);
  const payment = paymentOf(api, given, given.argument, '');
  return finish(given, { ...payment, status: await payment.readStatus() });
}

function paymentOf({ client }: Api, given: Given, paymentId: string, status: string): Signed {
  const params = { path: { paymentProduct: productOf(given), paymentId } };
  return {
    document: { paymentId },
    status,
    statusName: 'transactionStatus',
    readStatus: async () => (await orThrow(client.GET('/v1/payments/{paymentProduct}/{paymentId}/status', { params }))).transactionStatus,
    toReading: (each) => PAYMENT_READINGS[each] ?? 'signed',
  };
}

const productOf = ({ options }: Given) =>
  options.instant === undefined ? ('sepa-credit-transfers' as const) : ('instant-sepa-credit-transfers' as const);

function headersOf({ bank, customer }: Api, { options }: Given) {
  return {
    ...THERE,
    'TPP-Redirect-URI': options.back ?? `${bank}/welcome`,
    ...(options.device !== undefined && { 'TPP-Decoupled-Preferred': 'true' as const, 'PSU-ID': customer.customer.nationalIdentityNumber }),
  };
}

/** Without members that are absent. */
const documentOf = (members: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** @throws NotDecided, ApiError, NoConnection */
async function finish({ options, terminal }: Given, signed: Signed): Promise<Result> {
  const { document, scaRedirect, statusName, toReading } = signed;
  const isAsked = scaRedirect !== undefined;
  if (options.device !== undefined && isAsked) terminal.say('The bank does not ask the device for this order. The customer signs on its page.');
  if (options.wait !== undefined && isAsked) terminal.say(`Open this address and sign as the test customer:\n${scaRedirect}`);
  const status = options.wait === undefined ? signed.status : await untilDecided(signed, toNumber('seconds', options.seconds ?? WAIT_SECONDS));
  const shown = { ...document, [statusName]: status };
  const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(18)} ${value}`);
  return { document: shown, lines, ...(toReading(status) === 'refused' && { exitCode: REFUSED }) };
}

async function untilDecided({ status: first, readStatus, toReading }: Signed, seconds: number): Promise<string> {
  const end = performance.now() + seconds * 1000;
  let status = first;
  while (toReading(status) === 'waiting') {
    if (performance.now() >= end) throw new NotDecided(`After ${seconds} seconds the status is still ${status}. “show” with the id asks again.`);
    await delay(POLL_MS);
    status = await readStatus();
  }
  return status;
}
