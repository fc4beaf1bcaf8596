/**
 * Compares the API with the Berlin Group's OpenAPI file: good answers by their bodies, documented answers by status, code and headers.
 * `xs2a.test.ts` provokes every documented refusal and compares its body. content/pages/standard-deviations.md lists what differs.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XS2A_SECTIONS } from '#modules/catalog/index.ts';
import {
  type Difference,
  headerDifferences,
  isListed,
  isNamedBy,
  nameOfDifference,
  readDeviations,
  refusalDifferences,
} from '../../src/testing/nextgenpsd2/deviations.ts';
import { bodyFindings, STANDARD_OPERATIONS, standardNameOf } from '../../src/testing/nextgenpsd2/standard.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readDocuments } from '../house/served-documents.ts';
import { CONSENT } from '../house/xs2a/acts.ts';
import { PAYMENT } from '../house/xs2a/payment-acts.ts';
import { type Reply, type Request, send } from '../house/xs2a/wire.ts';

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
  { service: 'payments', kind: 'payment', name: 'Payment', body: () => ({ ...PAYMENT, requestedExecutionDate: houseDay(9) }) },
  {
    service: 'periodic-payments',
    kind: 'periodic-payment',
    name: 'PeriodicPayment',
    body: () => ({ ...PAYMENT, startDate: houseDay(9), frequency: 'Monthly' }),
  },
  { service: 'bulk-payments', kind: 'bulk-payment', name: 'BulkPayment', body: () => ({ payments: [PAYMENT], requestedExecutionDate: houseDay(9) }) },
] as const;
type Later = (typeof LATER)[number];
const [, PERIODIC, BULK] = LATER;

type Answer = readonly [what: string, operationId: string, make: () => Promise<Reply>];

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

/** Signed by the first of two; answers its path. */
async function awaited(later: Later): Promise<string> {
  const path = await agreed(later);
  const signatories = JSON.stringify([{ customerId: 'cus_second', name: 'Teine Näidis', state: 'awaited' }]);
  await house.database.query(`update payment set status = 'PATC', signatories = $2::jsonb where payment_id = $1`, [
    path.split('/').at(-1) ?? '',
    signatories,
  ]);
  return path;
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
    ['with a day', `initiate${name}`, () => ordered(later)],
    ['whose authorisation the application starts', `initiate${name}`, () => ordered(later, {}, EXPLICIT)],
    ['authorisation', `start${name}Authorisation`, async () => start(`${await created(EXPLICIT)}/authorisations`)],
    ['authorisations', `get${name}InitiationAuthorisation`, async () => call('GET', `${await created()}/authorisations`)],
    ['status of its authorisation', `get${name}InitiationScaStatus`, async () => authorisationAt(`${await agreed(later)}/authorisations`)],
    [
      'status while a second signature is awaited',
      `get${name}InitiationStatus`,
      async () => {
        const status = await call('GET', `${await awaited(later)}/status`);
        textOf(status.body, '_links', 'startAuthorisation', 'href');
        return status;
      },
    ],
    ['authorisation of the second signatory', `start${name}Authorisation`, async () => start(`${await awaited(later)}/authorisations`)],
    ['cancellation', `cancel${name}`, async () => cancel(await agreed(later))],
    ['cancellation that the application starts', `cancel${name}`, async () => cancel(await agreed(later), EXPLICIT)],
    [
      'authorisation of its cancellation',
      `start${name}InitiationCancellationAuthorisation`,
      async () => start(`${await agreed(later)}/cancellation-authorisations`),
    ],
    ['authorisations of its cancellation', `get${name}InitiationCancellationAuthorisationInformation`, async () => call('GET', await cancelled())],
    ['status of its cancellation', `get${name}CancellationScaStatus`, async () => authorisationAt(await cancelled())],
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
  const list = await call('GET', `${path}?bookingStatus=booked&dateFrom=${houseDay(-90)}`, { 'consent-id': consentId });
  return call('GET', `${path}/${textOf(list.body, 'transactions', 'booked', '0', 'transactionId')}`, { 'consent-id': consentId });
}

const consentOf = async (below: string) => call('GET', `/consents/${await grant()}${below}`);

const ANSWERS: readonly Answer[] = [
  ['a consent', 'createConsent', () => ask()],
  ['a consent whose authorisation the application starts', 'createConsent', () => ask(EXPLICIT)],
  ['an unsigned consent', 'getConsentInformation', async () => call('GET', `/consents/${textOf((await ask()).body, 'consentId')}`)],
  ['a signed consent', 'getConsentInformation', () => consentOf('')],
  ['the status of a consent', 'getConsentStatus', () => consentOf('/status')],
  ['the authorisations of a consent', 'getConsentAuthorisation', () => consentOf('/authorisations')],
  [
    'an authorisation that the application starts',
    'startConsentAuthorisation',
    async () => call('POST', `/consents/${textOf((await ask(EXPLICIT)).body, 'consentId')}/authorisations`, INITIATION, {}),
  ],
  [
    'the status of an authorisation',
    'getConsentScaStatus',
    async () => {
      const consentId = await grant();
      const { body } = await call('GET', `/consents/${consentId}/authorisations`);
      return call('GET', `/consents/${consentId}/authorisations/${textOf(body, 'authorisationIds', '0')}`);
    },
  ],
  ['the accounts', 'getAccountList', () => reading(() => '/accounts')],
  ['the accounts with their balances', 'getAccountList', () => reading(() => '/accounts?withBalance=true')],
  ['an account', 'readAccountDetails', () => reading((id) => `/accounts/${id}?withBalance=true`)],
  ['balances', 'getBalances', () => reading((id) => `/accounts/${id}/balances`)],
  [
    'transactions, booked and pending',
    'getTransactionList',
    async () => {
      await paid(ORDINARY, 'sign', '');
      return reading((id) => `/accounts/${id}/transactions?bookingStatus=both&withBalance=true&itemsPerPage=5&dateFrom=${houseDay(-90)}`);
    },
  ],
  ['a transaction', 'getTransactionDetails', transaction],
  ['a payment', 'initiatePayment', () => pay(ORDINARY)],
  [
    'a payment whose account and fee are known',
    'initiatePayment',
    async () => pay(INSTANT, { debtorAccount: { iban: (await account(await grant())).iban } }),
  ],
  ['an unsigned payment', 'getPaymentInformation', () => unsigned('')],
  ['a payment with every field', 'getPaymentInformation', () => paid(ORDINARY, 'sign', '', { ...WHOLE, requestedExecutionDate: houseDay() })],
  ['an instant payment', 'getPaymentInformation', () => paid(INSTANT, 'sign', '', { retryAsSepa: true })],
  ['the status of an unsigned payment', 'getPaymentInitiationStatus', () => unsigned('/status')],
  ['the status of a signed payment', 'getPaymentInitiationStatus', () => paid(ORDINARY, 'sign', '/status')],
  ['the status of an instant payment', 'getPaymentInitiationStatus', () => paid(INSTANT, 'sign', '/status')],
  ['the status of a refused payment', 'getPaymentInitiationStatus', () => paid(ORDINARY, 'refuse', '/status')],
  ...LATER.flatMap(ofEvery),
  ['a periodic payment that runs', 'getPeriodicPaymentInformation', async () => call('GET', await agreed(PERIODIC))],
  [
    'a periodic payment with every field',
    'getPeriodicPaymentInformation',
    async () => {
      return call('GET', await agreed(PERIODIC, { ...WHOLE, endDate: houseDay(300), dayOfExecution: '31', executionRule: 'preceding' }));
    },
  ],
  ['the status of a periodic payment', 'getPeriodicPaymentInitiationStatus', async () => call('GET', `${await agreed(PERIODIC)}/status`)],
  ['a bulk payment', 'getBulkPaymentInformation', async () => call('GET', await agreed(BULK))],
  [
    'a bulk payment with every field',
    'getBulkPaymentInformation',
    async () => {
      return call('GET', await agreed(BULK, { batchBookingPreferred: true, payments: [{ ...PAYMENT, ...WHOLE }] }));
    },
  ],
  ['the status of a bulk payment', 'getBulkPaymentInitiationStatus', async () => call('GET', `${await agreed(BULK)}/status`)],
  [
    'whether funds are available',
    'checkAvailabilityOfFunds',
    async () => {
      const { iban } = await account(await grant());
      return call('POST', '/funds-confirmations', {}, { account: { iban }, instructedAmount: { amount: '1.00', currency: 'EUR' } });
    },
  ],
];

/** Sections of the standard; the others are the bank's own, or RFC 6749's. */
const SECTIONS = ['consents', 'accounts', 'payments', 'periodic-payments', 'bulk-payments', 'funds-confirmations'];
const OFFERED = XS2A_SECTIONS.filter(({ apiId }) => SECTIONS.includes(apiId));
const OPERATIONS = OFFERED.flatMap(({ operations }) => operations);

const listed = await readDeviations(OFFERED);
const observed = new Set<string>();

/** Notes what differs and returns what the table does not list. */
function unlisted(differences: readonly Difference[]): readonly string[] {
  const names = differences.map(nameOfDifference);
  for (const name of names) observed.add(name);
  return names.filter((name) => !listed.some((row) => isListed(row, name)));
}

describe('a good answer', () => {
  it('is compared for every operation of the standard that answers with a body', () => {
    const withBody = OPERATIONS.filter(({ answers }) => answers.some(({ status }) => status !== 204)).map(({ operationId }) => operationId);
    expect([...new Set(ANSWERS.map(([, operationId]) => operationId))].toSorted()).toEqual(withBody.toSorted());
  });

  it.each(ANSWERS)('differs from the standard only as the table of deviations says: %s', async (_what, operationId, make) => {
    const { body, status, text } = await make();
    const differences = bodyFindings(operationId, status, body).map((finding) => ({ operationId, status, what: finding }));
    expect(unlisted(differences), text).toEqual([]);
  });
});

describe('a documented answer', () => {
  it('has the status and the code that the standard gives the service, but for the table of deviations', () => {
    const rows = OPERATIONS.flatMap(({ operationId, errors }) => errors.map((row) => ({ operationId, ...row })));
    expect(rows.length).toBeGreaterThan(300);
    expect(unlisted(rows.flatMap(refusalDifferences))).toEqual([]);
  });

  it('has the headers that the standard names, and no others of an API, but for the table of deviations', async () => {
    const documents = await readDocuments(house.portico.app, house.config.publicUrl);
    const served = documents.filter(({ apiId }) => SECTIONS.includes(apiId)).flatMap((document) => document.operations);
    expect(served.length).toBe(OPERATIONS.length);
    expect(unlisted(served.flatMap(headerDifferences))).toEqual([]);
  });
});

describe('an operation of the standard', () => {
  it('is offered, but for the table of deviations', () => {
    const offered = new Set(OPERATIONS.map(({ operationId }) => standardNameOf(operationId)));
    const missing = Object.values(STANDARD_OPERATIONS).filter(({ operationId }) => !offered.has(operationId));
    expect(unlisted(missing.map(({ operationId }) => ({ operationId, status: undefined, what: 'is not offered' })))).toEqual([]);
  });
});

describe('the table of deviations', () => {
  it('lists nothing that conforms to the standard by now', () => {
    const names = listed.flatMap(({ differences }) => differences);
    expect(names.filter((name) => ![...observed].some((each) => isNamedBy(name, each)))).toEqual([]);
  });

  it('lists a deviation once, with a reason', () => {
    const names = listed.flatMap(({ differences }) => differences);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(listed.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});
