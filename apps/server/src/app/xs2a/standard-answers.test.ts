/** Every answer that tells of success, of every call that the Berlin Group has, against its own schemas; our exceptions are data. */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XS2A_SECTIONS } from '#modules/catalog/index.ts';
import { bankDay } from '../../testing/bank-day.ts';
import { STANDARD_EXCEPTIONS } from '../../testing/nextgenpsd2/exceptions.ts';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { type House, openHouse } from '../testing/open-house.ts';
import { CONSENT } from '../testing/xs2a/acts.ts';
import { PAYMENT } from '../testing/xs2a/payment-acts.ts';
import { type Reply, type Request, send } from '../testing/xs2a/wire.ts';

let house: House;
let browser: Browser;
let token: string;
beforeAll(async () => {
  house = await openHouse();
  browser = house.browse();
  token = await house.token(browser);
});
afterAll(() => house.close());

const INITIATION = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': 'http://127.0.0.1:3001/back' };

async function call(method: Request['method'], path: string, headers: Request['headers'] = {}, body?: object): Promise<Reply> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), ...json, ...headers };
  const reply = await send(house.portico.app, { method, url: `/api/v1${path}`, headers: sent, body });
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
  return reply;
}

const ask = (headers: Request['headers'] = {}) => call('POST', '/consents', { ...INITIATION, ...headers }, CONSENT);

/** A consent that the customer has signed on its page. */
async function grant(): Promise<string> {
  const { body } = await ask();
  const entered = await browser.send('GET', textOf(body, '_links', 'scaRedirect', 'href'));
  const entry = new URL(entered.headers.location ?? '', house.config.publicUrl).searchParams.get('entry') ?? '';
  const details = await browser.send('GET', '/api/ui/consent/details', { headers: { 'signing-entry': entry } });
  const signed = await browser.send('PUT', '/api/ui/consent', { headers: { 'signing-id': textOf(JSON.parse(details.text), 'signingId') }, body: {} });
  if (signed.status !== 200) throw new Error(signed.text);
  return textOf(body, 'consentId');
}

async function account(consentId: string): Promise<{ id: string; iban: string }> {
  const { body } = await call('GET', '/accounts', { 'consent-id': consentId, 'psu-ip-address': '192.0.2.7' });
  return { id: textOf(body, 'accounts', '0', 'resourceId'), iban: textOf(body, 'accounts', '0', 'iban') };
}

type Product = 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';
const ORDINARY: Product = 'sepa-credit-transfers';
const INSTANT: Product = 'instant-sepa-credit-transfers';

const pay = (product: Product, changes: object = {}) => call('POST', `/payments/${product}`, INITIATION, { ...PAYMENT, ...changes });

/** Every field that a payment may have. */
const WHOLE = {
  endToEndIdentification: 'E2E-1',
  instructionIdentification: 'I-1',
  creditorAgent: 'PORTEE2X',
  creditorAddress: { streetName: 'Katse', buildingNumber: '1', townName: 'Tallinn', postCode: '10111', country: 'EE' },
  creditorType: 'business',
  remittanceInformationStructured: { reference: 'RF18539007547034', referenceType: 'SCOR', referenceIssuer: 'Lumen' },
  requestedExecutionDate: bankDay(),
};

/** Created, brought to its customer, and read by `path` afterwards. */
async function paid(product: Product, act: 'sign' | 'refuse', below: string, changes: object = {}): Promise<Reply> {
  const { body } = await pay(product, changes);
  const page = await enterSigning(browser, textOf(body, '_links', 'scaRedirect', 'href'), house.customers[0]);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const done = act === 'sign' ? await page.sign(iban) : await page.refuse();
  if (done.status >= 300) throw new Error(done.text);
  return call('GET', `/payments/${product}/${textOf(body, 'paymentId')}${below}`);
}

const EXPLICIT = { 'tpp-explicit-authorisation-preferred': 'true' };

/** The services, what stands for `Payment` in their operation ids, and a body that is paid another day. */
const LATER = [
  { service: 'payments', kind: 'payment', name: 'Payment', body: () => ({ ...PAYMENT, requestedExecutionDate: bankDay(9) }) },
  {
    service: 'periodic-payments',
    kind: 'periodic-payment',
    name: 'PeriodicPayment',
    body: () => ({ ...PAYMENT, startDate: bankDay(9), frequency: 'Monthly' }),
  },
  { service: 'bulk-payments', kind: 'bulk-payment', name: 'BulkPayment', body: () => ({ payments: [PAYMENT], requestedExecutionDate: bankDay(9) }) },
] as const;
type Later = (typeof LATER)[number];
const [, PERIODIC, BULK] = LATER;

type Answer = readonly [what: string, operationId: string, answer: string, make: () => Promise<Reply>];

const ordered = ({ service, body }: Later, changes: object = {}, headers: Request['headers'] = {}) =>
  call('POST', `/${service}/${ORDINARY}`, { ...INITIATION, ...headers }, { ...body(), ...changes });

const pathOf = ({ service }: Later, { body }: Reply) => `/${service}/${ORDINARY}/${textOf(body, 'paymentId')}`;

/** Signed by its customer; answers its path. */
async function agreed(later: Later, changes: object = {}): Promise<string> {
  const created = await ordered(later, changes);
  const page = await enterSigning(browser, textOf(created.body, '_links', 'scaRedirect', 'href'), house.customers[0], later.kind);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const signed = await page.sign(iban);
  if (signed.status >= 300) throw new Error(signed.text);
  return pathOf(later, created);
}

/** The first authorisation of a list. */
async function authorisationAt(list: string): Promise<Reply> {
  return call('GET', `${list}/${textOf((await call('GET', list)).body, 'authorisationIds', '0')}`);
}

/** What calls about payments of every kind answer alike. */
function ofEvery(later: Later): readonly Answer[] {
  const { name, service } = later;
  const created = async (headers: Request['headers'] = {}) => pathOf(later, await ordered(later, {}, headers));
  const cancel = (path: string, headers: Request['headers'] = {}) => call('DELETE', path, { ...INITIATION, ...headers });
  const start = (path: string) => call('POST', path, INITIATION, {});
  const cancelled = async () => {
    const path = await agreed(later);
    await cancel(path);
    return `${path}/cancellation-authorisations`;
  };
  const answers: readonly Answer[] = [
    ['with a day', `initiate${name}`, 'paymentCreated', () => ordered(later)],
    ['whose authorisation the application starts', `initiate${name}`, 'paymentCreated', () => ordered(later, {}, EXPLICIT)],
    ['authorisation', `start${name}Authorisation`, 'authorisationStarted', async () => start(`${await created(EXPLICIT)}/authorisations`)],
    ['authorisations', `get${name}InitiationAuthorisation`, 'authorisationList', async () => call('GET', `${await created()}/authorisations`)],
    [
      'status of its authorisation',
      `get${name}InitiationScaStatus`,
      'scaStatus',
      async () => authorisationAt(`${await agreed(later)}/authorisations`),
    ],
    ['cancellation', `cancel${name}`, 'paymentCancelled', async () => cancel(await agreed(later))],
    ['cancellation that the application starts', `cancel${name}`, 'paymentCancelled', async () => cancel(await agreed(later), EXPLICIT)],
    [
      'authorisation of its cancellation',
      `start${name}InitiationCancellationAuthorisation`,
      'authorisationStarted',
      async () => start(`${await agreed(later)}/cancellation-authorisations`),
    ],
    [
      'authorisations of its cancellation',
      `get${name}InitiationCancellationAuthorisationInformation`,
      'authorisationList',
      async () => call('GET', await cancelled()),
    ],
    ['status of its cancellation', `get${name}CancellationScaStatus`, 'scaStatus', async () => authorisationAt(await cancelled())],
  ];
  return answers.map(([what, ...rest]) => [`${service}: ${what}`, ...rest]);
}

async function unsigned(below: string, changes: object = {}): Promise<Reply> {
  return call('GET', `/payments/${ORDINARY}/${textOf((await pay(ORDINARY, changes)).body, 'paymentId')}${below}`);
}

async function reading(pathOf: (accountId: string) => string): Promise<Reply> {
  const consentId = await grant();
  return call('GET', pathOf((await account(consentId)).id), { 'consent-id': consentId });
}

async function transaction(): Promise<Reply> {
  const consentId = await grant();
  const { id } = await account(consentId);
  const path = `/accounts/${id}/transactions`;
  const list = await call('GET', `${path}?bookingStatus=booked&dateFrom=${bankDay(-90)}`, { 'consent-id': consentId });
  return call('GET', `${path}/${textOf(list.body, 'transactions', 'booked', '0', 'transactionId')}`, { 'consent-id': consentId });
}

const consentOf = async (below: string) => call('GET', `/consents/${await grant()}${below}`);

const ANSWERS: readonly Answer[] = [
  ['a consent', 'createConsent', 'consentCreated', () => ask()],
  ['a consent whose authorisation the application starts', 'createConsent', 'consentCreated', () => ask(EXPLICIT)],
  [
    'an unsigned consent',
    'getConsentInformation',
    'consentInformation',
    async () => call('GET', `/consents/${textOf((await ask()).body, 'consentId')}`),
  ],
  ['a signed consent', 'getConsentInformation', 'consentInformation', () => consentOf('')],
  ['the status of a consent', 'getConsentStatus', 'consentStatus', () => consentOf('/status')],
  ['the authorisations of a consent', 'getConsentAuthorisation', 'authorisationList', () => consentOf('/authorisations')],
  [
    'an authorisation that the application starts',
    'startConsentAuthorisation',
    'authorisationStarted',
    async () => call('POST', `/consents/${textOf((await ask(EXPLICIT)).body, 'consentId')}/authorisations`, INITIATION, {}),
  ],
  [
    'the status of an authorisation',
    'getConsentScaStatus',
    'scaStatus',
    async () => {
      const consentId = await grant();
      const { body } = await call('GET', `/consents/${consentId}/authorisations`);
      return call('GET', `/consents/${consentId}/authorisations/${textOf(body, 'authorisationIds', '0')}`);
    },
  ],
  ['the accounts', 'getAccountList', 'accountList', () => reading(() => '/accounts')],
  ['the accounts with their balances', 'getAccountList', 'accountList', () => reading(() => '/accounts?withBalance=true')],
  ['an account', 'readAccountDetails', 'account', () => reading((id) => `/accounts/${id}?withBalance=true`)],
  ['balances', 'getBalances', 'balances', () => reading((id) => `/accounts/${id}/balances`)],
  [
    'transactions, booked and pending',
    'getTransactionList',
    'transactions',
    async () => {
      await paid(ORDINARY, 'sign', '');
      return reading((id) => `/accounts/${id}/transactions?bookingStatus=both&withBalance=true&itemsPerPage=5&dateFrom=${bankDay(-90)}`);
    },
  ],
  ['a transaction', 'getTransactionDetails', 'transaction', transaction],
  ['a payment', 'initiatePayment', 'paymentCreated', () => pay(ORDINARY)],
  [
    'a payment whose account and fee are known',
    'initiatePayment',
    'paymentCreated',
    async () => pay(INSTANT, { debtorAccount: { iban: (await account(await grant())).iban } }),
  ],
  ['an unsigned payment', 'getPaymentInformation', 'paymentInformation', () => unsigned('')],
  ['a payment with every field', 'getPaymentInformation', 'paymentInformation', () => paid(ORDINARY, 'sign', '', WHOLE)],
  ['an instant payment', 'getPaymentInformation', 'paymentInformation', () => paid(INSTANT, 'sign', '', { retryAsSepa: true })],
  ['the status of an unsigned payment', 'getPaymentInitiationStatus', 'paymentStatus', () => unsigned('/status')],
  ['the status of a signed payment', 'getPaymentInitiationStatus', 'paymentStatus', () => paid(ORDINARY, 'sign', '/status')],
  ['the status of an instant payment', 'getPaymentInitiationStatus', 'paymentStatus', () => paid(INSTANT, 'sign', '/status')],
  ['the status of a refused payment', 'getPaymentInitiationStatus', 'paymentStatus', () => paid(ORDINARY, 'refuse', '/status')],
  ...LATER.flatMap(ofEvery),
  ['a periodic payment that runs', 'getPeriodicPaymentInformation', 'periodicPaymentInformation', async () => call('GET', await agreed(PERIODIC))],
  [
    'a periodic payment with every field',
    'getPeriodicPaymentInformation',
    'periodicPaymentInformation',
    async () => {
      const { requestedExecutionDate: _none, ...fields } = WHOLE;
      return call('GET', await agreed(PERIODIC, { ...fields, endDate: bankDay(300), dayOfExecution: '31', executionRule: 'preceding' }));
    },
  ],
  [
    'the status of a periodic payment',
    'getPeriodicPaymentInitiationStatus',
    'paymentStatus',
    async () => call('GET', `${await agreed(PERIODIC)}/status`),
  ],
  ['a bulk payment', 'getBulkPaymentInformation', 'bulkPaymentInformation', async () => call('GET', await agreed(BULK))],
  [
    'a bulk payment with every field',
    'getBulkPaymentInformation',
    'bulkPaymentInformation',
    async () => {
      const { requestedExecutionDate: _none, ...fields } = WHOLE;
      return call('GET', await agreed(BULK, { batchBookingPreferred: true, payments: [{ ...PAYMENT, ...fields }] }));
    },
  ],
  ['the status of a bulk payment', 'getBulkPaymentInitiationStatus', 'paymentStatus', async () => call('GET', `${await agreed(BULK)}/status`)],
  [
    'whether funds are available',
    'checkAvailabilityOfFunds',
    'fundsConfirmed',
    async () => {
      const { iban } = await account(await grant());
      return call('POST', '/funds-confirmations', {}, { account: { iban }, instructedAmount: { amount: '1.00', currency: 'EUR' } });
    },
  ],
];

const needed = new Set<string>();
const nameOf = (answer: string, finding: string) => `${answer}: ${finding}`;
const excepted = STANDARD_EXCEPTIONS.map(({ answer, finding }) => nameOf(answer, finding));

/** Sections of the standard; the others are the bank's own, or RFC 6749's. */
const SECTIONS = ['consents', 'accounts', 'payments', 'periodic-payments', 'bulk-payments', 'funds-confirmations'];

describe('the answer of success', () => {
  it('is looked at for every operation of the standard that answers with a body', () => {
    const operations = XS2A_SECTIONS.filter(({ apiId }) => SECTIONS.includes(apiId)).flatMap((section) => section.operations);
    const withBody = operations.filter(({ answers }) => answers.some(({ status }) => status !== 204)).map(({ operationId }) => operationId);
    expect([...new Set(ANSWERS.map(([, operationId]) => operationId))].toSorted()).toEqual(withBody.toSorted());
  });

  it.each(ANSWERS)('is as the standard has it, but for our exceptions: %s', async (_what, _operationId, answer, make) => {
    const { body, text } = await make();
    const findings = standardFindings(answer, body).map((finding) => nameOf(answer, finding));
    for (const finding of findings) needed.add(finding);
    expect(
      findings.filter((finding) => !excepted.includes(finding)),
      text,
    ).toEqual([]);
  });
});

describe('an exception', () => {
  it('is needed by an answer', () => expect(excepted.filter((name) => !needed.has(name))).toEqual([]));
});
