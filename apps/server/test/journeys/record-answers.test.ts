/**
 * The answers that the browser's tests stand on (`packages/contract/recorded`), taken from the whole composition. What differs from
 * run to run (ids, codes, times) is replaced by one value of the same form. `UPDATE_RECORDED=1` writes the files anew; otherwise a
 * difference fails.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BankCountry, type PaymentKind, SIGNING_KINDS, type SigningKind } from '@portico/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoLogin } from '#modules/bank/index.ts';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { loadConfig } from '#platform/load-config.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { seedDevelopment } from '../../src/app/demo/seed.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { SIGNING_REQUEST } from '../house/signing-request.ts';
import { createStableNumbers } from '../house/stable-numbers.ts';
import { THINGS } from '../house/things-to-sign.ts';

const FOLDER = fileURLToPath(new URL('../../../../packages/contract/recorded/', import.meta.url));
const SHOP = 'http://127.0.0.1:3001';
const VERIFIER = 'verifier-of-the-recorded-journeys-0123456789';
const DAY_MS = 86_400_000;
const IS_UPDATE = process.env.UPDATE_RECORDED === '1';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Given {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: unknown;
}

const DEVELOPER = { email: 'mari@lumenbooks.example', password: 'Lighthouse-Keeper-42' };
const STABLE_PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

let folder: string;
let database: OpenedDatabase;
let portico: Portico;
let customers: readonly DemoLogin[];
let stableNumber: (name: string, value: string) => string;
const recorded = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-record-'));
  // Longer than any test: challenges end by the answers given here.
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_DEVICE_ANSWER_SECONDS: '120' });
  database = await openTestDatabase();
  portico = await buildApp({ config, database, log: pino({ level: 'silent' }) });
  customers = await seedDevelopment(portico, () => {});
  stableNumber = createStableNumbers(await readNumbers());
  await portico.start();
});
afterAll(async () => {
  await portico.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Of the customers who are there from the start. */
async function readNumbers(): Promise<ReadonlySet<string>> {
  const { rows } = await database.query(`
    select national_identity_number as number from customer union select phone_number from customer union select user_number from customer
    union select iban from account`);
  return new Set(rows.map((row) => String(member(row, 'number'))));
}

/** Values that differ from run to run, by the name of their field: recognised by form, so that anything unexpected shows up. */
const VARYING: Readonly<Record<string, readonly [form: RegExp, stable: string | number]>> = {
  signingId: [/^[\w-]{20,}$/, 'signing-1'],
  receiptId: [/^sgn_\w{20,}$/, 'sgn_1'],
  challengeId: [/^[\w-]{20,}$/, 'challenge-1'],
  controlCode: [/^\d{4}$/, '7304'],
  secondsLeft: [/^[1-9]\d?\d?$/, 84],
  answersInSeconds: [/^1[012]\d$/, 4],
  // Of a signed session: as long as its answer can be read.
  idleSeconds: [/^(29\d|300|8[5-9]\d|900)$/, 300],
  totalSeconds: [/^(8[5-9]\d|900)$/, 900],
  validUntil: [/^\d{4}-\d\d-\d\d$/, '2027-05-19'],
  startDate: [/^\d{4}-\d\d-\d\d$/, '2026-11-15'],
  today: [/^\d{4}-\d\d-\d\d$/, '2026-11-20'],
  requestedExecutionDate: [/^\d{4}-\d\d-\d\d$/, '2026-11-20'],
  createdAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:07:11.000Z'],
  userId: [/^[\w-]{20,}$/, 'subject-1'],
  clientId: [/^tpp_\w{20,}$/, 'tpp_1'],
  access_token: [/^[\w-]{20,}$/, 'token-1'],
  expiresAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T13:07:11.000Z'],
  previousSecretValidUntil: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-21T12:07:11.000Z'],
  now: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:07:11.000Z'],
  clientSecret: [/^[\w-]{20,}$/, 'secret-1'],
  permissionId: [/^cns_\w{26}$/, 'cns_1'],
  askedAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:06:00.000Z'],
  givenAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:07:11.000Z'],
  on: [/^\d{4}-\d\d-\d\d$/, '2026-11-20'],
  at: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:10:00.000Z'],
  lastAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:09:00.000Z'],
  lastUsedAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:09:00.000Z'],
  endedAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:08:00.000Z'],
  stateSince: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:07:11.000Z'],
  notBefore: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T11:07:11.000Z'],
  notAfter: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2027-11-20T12:07:11.000Z'],
  organizationId: [/^PSDEE-SANDBOX-\d{8}$/, 'PSDEE-SANDBOX-47110815'],
  pem: [/^(-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n)+$/, STABLE_PEM],
  caPem: [/^(-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n)$/, STABLE_PEM],
  ...Object.fromEntries(
    ['qwac', 'qseal', 'portico-ca'].flatMap((name) => [
      [`${name}.pem`, [/^(-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n)+$/, STABLE_PEM]],
      [`${name}.key`, [/^-{5}BEGIN PRIVATE KEY-{5}\n[^-]+-{5}END PRIVATE KEY-{5}\n$/, 'a key in PEM']],
      [`${name}.p12`, [/^MII[\w+/=]+$/, 'MIIB']],
    ]),
  ),
  password: [/^\w{20}$/, 'password-of-the-p12-1'],
  signedAt: [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-11-20T12:07:11.000Z'],
};

const WORDS_OF_RECEIPTS: ReadonlySet<string> = new Set(['value', 'label', 'summary']);

/** Ids, hashes, moments and days in what a receipt says. */
function stableWords(words: string): string {
  return words
    .replaceAll(/\b(sgn|pay|chl)_\w{20,}/g, '$1_1')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'f0'.repeat(32))
    .replaceAll(/\b[A-Z][a-z]+ \d{1,2}, \d{4}( at) \d\d:\d\d:\d\d EES?T/g, 'November 20, 2026 at 14:07:11 EET')
    .replaceAll(/\b[A-Z][a-z]+ \d{1,2}, \d{4}(?! at)/g, 'November 20, 2026');
}

/** Test customers keep their places: `cus_1`, `cus_2` … in the order in which they were answered. Certificates likewise. */
const customerIds: string[] = [];
const certificateIds: string[] = [];
const thumbprints: string[] = [];

function placeIn(known: string[], value: string): number {
  const at = known.indexOf(value);
  return at < 0 ? known.push(value) : at + 1;
}

function toStable(name: string, given: unknown): unknown {
  const value = typeof given === 'string' ? stableNumber(name, given) : given;
  if (name === 'id' && /^cus_\w{20,}$/.test(String(value))) return `cus_${placeIn(customerIds, String(value))}`;
  if (name === 'certificateId' && /^crt_\w{26}$/.test(String(value))) return `crt_${placeIn(certificateIds, String(value))}`;
  if (name === 'thumbprint' && /^[0-9a-f]{64}$/.test(String(value))) return `${placeIn(thumbprints, String(value))}e21`.repeat(16);
  const [form, stable] = VARYING[name] ?? [];
  if (form?.test(String(value))) return stable;
  if (name === 'location') return String(value).replaceAll(/[\w-]{20,}/g, 'id-1');
  return WORDS_OF_RECEIPTS.has(name) && typeof value === 'string' ? stableWords(value) : value;
}

function record(name: string, call: string, { status, body }: Answer): void {
  if (recorded.has(name)) throw new Error(`${name} is recorded twice`);
  recorded.set(name, `${JSON.stringify({ call, status, body }, toStable, 2)}\n`);
}

const member = (body: unknown, name: string): unknown => Object(body)[name];
const text = (body: unknown, name: string) => String(member(body, name));

/** A customer's browser: keeps cookies by path. `keep` records the answer under that name. */
function openBrowser() {
  const jar = new Map<string, { value: string; path: string }>();
  const { publicUrl } = portico.platform.config;

  async function call(method: Method, address: string, { body, headers }: Given = {}): Promise<Answer> {
    const url = address.replace(publicUrl, '');
    const cookie = [...jar].flatMap(([name, { value, path }]) => (url.startsWith(path) ? [`${name}=${value}`] : [])).join('; ');
    const own = { host: new URL(publicUrl).host, origin: publicUrl, 'x-request-id': randomUUID(), 'content-type': 'application/json' };
    const response = await portico.app.inject({ method, url, headers: { ...own, ...headers, cookie }, ...(body && { payload: body }) });
    for (const { name, value, path = '/' } of response.cookies) jar.set(name, { value, path });
    const isJson = String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, location: String(response.headers.location), body: isJson ? response.json() : undefined };
  }
  async function keep(name: string, method: Method, url: string, given?: Given): Promise<Answer> {
    const answer = await call(method, url, given);
    record(
      name,
      `${method} ${url
        .replace(publicUrl, '')
        .replace(/\?.*/, '')
        .replace(/(bank\/sign-in|challenges|customers|receipts\/signed|permissions\/given|certificates(?=\/crt_))\/[^/]+/, '$1/{id}')}`,
      answer,
    );
    return answer;
  }
  /** The customer's phone: answers whatever waits on it. */
  async function answerOnDevice(answer: string): Promise<void> {
    const { body } = await call('GET', '/bank/device/challenges');
    const address = `/bank/device/challenges/${text(member(member(body, 'challenges'), '0'), 'challengeId')}/answer`;
    expect((await call('POST', address, { body: { answer } })).status).toBe(200);
  }
  return { call, keep, answerOnDevice };
}
type Browser = ReturnType<typeof openBrowser>;

function customerOf(country: BankCountry): DemoLogin {
  const found = customers.find((customer) => customer.country === country);
  if (found === undefined) throw new Error(`The seed has no customer in ${country}.`);
  return found;
}

/** Opens the bank's sign-in for the shop and answers its address. */
async function openSignIn(browser: Browser, country: BankCountry): Promise<string> {
  const query = new URLSearchParams({
    client_id: DEMO_CLIENT_ID,
    redirect_uri: `${SHOP}/callback`,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    bank_country: country,
    locale: 'en',
  });
  return (await browser.call('GET', `/api/v2/am/realms/psd2/protocol/openid-connect/auth?${query}`)).location;
}

/** Follows a completed sign-in to the shop and changes its code into an access token. */
async function fetchToken(browser: Browser, location: string): Promise<string> {
  const returned = new URL((await browser.call('GET', location)).location);
  const body = {
    client_id: DEMO_CLIENT_ID,
    client_secret: demoClientSecret(portico.platform.config),
    grant_type: 'authorization_code',
    redirect_uri: `${SHOP}/callback`,
    code: returned.searchParams.get('code'),
    code_verifier: VERIFIER,
  };
  return text((await openBrowser().call('POST', '/api/v2/openam/token', { body })).body, 'access_token');
}

async function signIn(browser: Browser, country: BankCountry): Promise<string> {
  const page = await openSignIn(browser, country);
  const { nationalIdentityNumber } = customerOf(country);
  await browser.call('POST', `${page}/authentication`, { body: { method: 'SMART_ID', nationalIdentityNumber } });
  await browser.answerOnDevice('approve');
  return fetchToken(browser, text((await browser.call('POST', `${page}/completion`)).body, 'location'));
}

/** A new payment; answers where its customer is sent. */
async function createPayment(token: string, changes: object = {}, path = 'payments/instant-sepa-credit-transfers'): Promise<string> {
  const created = await openBrowser().call('POST', `/api/v1/${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SHOP}/orders/1/paid`,
      'tpp-nok-redirect-uri': `${SHOP}/orders/1/not-paid`,
    },
    body: {
      instructedAmount: { amount: '46.80', currency: 'EUR' },
      creditorAccount: { iban: PAYEES.lumenBooks.iban },
      creditorName: PAYEES.lumenBooks.name,
      creditorType: 'business',
      creditorAddress: { townName: 'Tallinn', country: 'EE' },
      remittanceInformationUnstructured: 'Order 2026-0417, 3 books',
      remittanceInformationStructured: { reference: '12345614' },
      endToEndIdentification: 'LUMEN-2026-0417',
      ...changes,
    },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return text(member(member(created.body, '_links'), 'scaRedirect'), 'href');
}

const inTenDays = () => new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
const wage = (amount: string, creditorName: string, iban: string) => ({
  instructedAmount: { amount, currency: 'EUR' },
  creditorAccount: { iban },
  creditorName,
  remittanceInformationUnstructured: 'Wages for November',
});

/** A bulk payment has its payees in its items. */
const NO_PAYEE = {
  instructedAmount: undefined,
  creditorAccount: undefined,
  creditorName: undefined,
  creditorType: undefined,
  creditorAddress: undefined,
  remittanceInformationUnstructured: undefined,
  remittanceInformationStructured: undefined,
  endToEndIdentification: undefined,
};

/** What is signed now and paid later; a periodic one on the last day of every month. */
const LATER: Readonly<Record<PaymentKind, { readonly path: string; readonly changes: () => object }>> = {
  payment: { path: 'payments/sepa-credit-transfers', changes: () => ({ requestedExecutionDate: inTenDays() }) },
  'periodic-payment': {
    path: 'periodic-payments/sepa-credit-transfers',
    changes: () => ({ startDate: inTenDays(), frequency: 'Monthly', dayOfExecution: '31' }),
  },
  'bulk-payment': {
    path: 'bulk-payments/sepa-credit-transfers',
    changes: () => ({
      ...NO_PAYEE,
      requestedExecutionDate: inTenDays(),
      payments: [
        wage('240.00', PAYEES.lumenBooks.name, PAYEES.lumenBooks.iban),
        wage('310.50', PAYEES.somebodyElse.name, PAYEES.somebodyElse.iban),
        wage('99.99', 'Lumen Books', PAYEES.lumenRaamatud.iban),
      ],
    }),
  },
};
const createLater = (token: string, kind: PaymentKind) => createPayment(token, LATER[kind].changes(), LATER[kind].path);

/** The application takes back the latest payment of this kind that was signed; answers where its customer is sent. */
async function cancelLatest(token: string, kind: PaymentKind): Promise<string> {
  const { rows } = await database.query(`select resource_id from signing_session where kind = $1 and state = 'signed' order by session_id desc`, [
    kind,
  ]);
  const asked = await openBrowser().call('DELETE', `/api/v1/${LATER[kind].path}/${text(rows[0], 'resource_id')}`, {
    headers: { authorization: `Bearer ${token}`, 'tpp-redirect-uri': `${SHOP}/orders/1/kept` },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  return text(member(member(asked.body, '_links'), 'scaRedirect'), 'href');
}

/** A new consent; answers where its customer is sent. */
async function createConsent(token: string, access: object): Promise<string> {
  const created = await openBrowser().call('POST', '/api/v1/consents', {
    headers: {
      authorization: `Bearer ${token}`,
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SHOP}/money/1`,
      'tpp-nok-redirect-uri': `${SHOP}/money/1/refused`,
    },
    body: { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return text(member(member(created.body, '_links'), 'scaRedirect'), 'href');
}

/** A new thing of a kind that the customer only confirms; answers where its customer is sent. */
async function createThing(token: string, kind: SigningKind): Promise<string> {
  const authorization = { authorization: `Bearer ${token}` };
  const { body: listed } = await openBrowser().call('GET', '/api/v1/account-list', { headers: authorization });
  const created = await openBrowser().call('POST', `/api/v1${THINGS[kind].path}`, {
    headers: {
      ...authorization,
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SHOP}/money/1`,
      'tpp-nok-redirect-uri': `${SHOP}/money/1/refused`,
    },
    body: THINGS[kind].body(text(member(member(listed, 'accounts') ?? listed, '0'), 'iban')),
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return text(member(member(created.body, '_links'), 'scaRedirect'), 'href');
}

/** The token of the one mail that this installation has sent; mails are sent behind the answer. */
async function readVerification(): Promise<string> {
  const read = async () => (await portico.app.inject({ url: '/mailbox/1' })).body;
  await expect.poll(read).toContain('verification=');
  return /(?<=verification=)[\w-]+/.exec(await read())?.[0] ?? '';
}

/** Uses the one-use ticket; `name` records the details. Answers the header of the following calls. */
async function enterSigning(browser: Browser, scaRedirect: string, name?: string, kind: SigningKind = 'payment') {
  const entry = new URL((await browser.call('GET', scaRedirect)).location, 'http://bank.example');
  const headers = { 'signing-entry': entry.searchParams.get('entry') ?? '' };
  const { keep, call } = browser;
  // A cancellation is shown as what it takes back.
  const address = `/api/ui/${kind.replace('-cancellation', '')}/details`;
  const details = name === undefined ? await call('GET', address, { headers }) : await keep(name, 'GET', address, { headers });
  expect(details.status, JSON.stringify(details.body)).toBe(200);
  return { headers: { 'signing-id': text(details.body, 'signingId') } };
}

/** Starts a signature, waits until the phone is asked and answers there. */
async function sign(
  browser: Browser,
  given: Given,
  answer: string,
  onAsked: () => Promise<unknown>,
  name: string,
  kind: SigningKind = 'payment',
): Promise<void> {
  const held = browser.keep(name, 'PUT', `/api/ui/${kind}`, given);
  const state = async () => text((await browser.call('GET', '/api/ui/challenge', given.headers && { headers: given.headers })).body, 'state');
  await expect.poll(state).toBe('started');
  await onAsked();
  await browser.answerOnDevice(answer);
  await held;
}

describe('the answers that the browser’s tests stand on', () => {
  it('of the bank’s sign-in', async () => {
    const browser = openBrowser();
    const page = await openSignIn(browser, 'ee');
    await browser.keep('sign-in-details', 'GET', `${page}/details`);
    const authenticate = (nationalIdentityNumber: string) => ({ body: { method: 'SMART_ID', nationalIdentityNumber } });
    await browser.keep('sign-in-customer-unknown', 'POST', `${page}/authentication`, authenticate('60001010000'));
    await browser.keep('sign-in-started', 'POST', `${page}/authentication`, authenticate(customerOf('ee').nationalIdentityNumber));
    await browser.keep('sign-in-challenge-started', 'GET', `${page}/challenge`);
    await browser.answerOnDevice('approve');
    await browser.keep('sign-in-challenge-approved', 'GET', `${page}/challenge`);
    await browser.keep('sign-in-completed', 'POST', `${page}/completion`);
    const other = openBrowser();
    const cancelled = await openSignIn(other, 'ee');
    await other.keep('sign-in-cancelled', 'DELETE', cancelled);
    await openBrowser().keep('sign-in-unknown', 'GET', `${cancelled}/details`);
  });

  it('of a payment that is refused on the phone, then signed', async () => {
    const browser = openBrowser();
    const given = await enterSigning(browser, await createPayment(await signIn(browser, 'ee')), 'payment-details-open');
    const accounts = await browser.keep('account-list', 'GET', '/api/ui/account/list', given);
    const iban = text(member(accounts.body, '0'), 'iban');
    await browser.keep('account-balance', 'GET', `/api/ui/account/balance?iban=${iban}`, given);
    const fee = new URLSearchParams({ debtorIban: iban, creditorIban: PAYEES.lumenBooks.iban, amount: '46.80' });
    await browser.keep('payment-fee', 'GET', `/api/ui/payment/fee?${fee}`, given);
    await browser.keep('challenge-none', 'GET', '/api/ui/challenge', given);
    await browser.keep('activity', 'POST', '/api/ui/activity', given);
    const signature = { ...given, body: { debtorAccountIban: iban } };
    const whileAsked = async () => {
      await browser.keep('challenge-started', 'GET', '/api/ui/challenge', given);
      await browser.keep('payment-details-signing', 'GET', '/api/ui/payment/details', given);
      await browser.keep('device-state', 'GET', '/bank/device/challenges');
    };
    await sign(browser, signature, 'refuse', whileAsked, 'payment-refused-on-phone');
    await sign(browser, signature, 'approve', async () => undefined, 'payment-signed');
    const { body: details } = await browser.keep('payment-details-signed', 'GET', '/api/ui/payment/details', given);
    await browser.keep('receipt-list', 'GET', '/bank/receipts/signed');
    await browser.keep('receipt-payment', 'GET', `/bank/receipts/signed/${text(details, 'receiptId')}`);
    await browser.keep('receipt-unknown', 'GET', '/bank/receipts/signed/sgn_00000000000000000000000000');
  });

  it('of a payment without money that the customer refuses, and of its end', async () => {
    const browser = openBrowser();
    const given = await enterSigning(
      browser,
      await createPayment(await signIn(browser, 'ee'), { instructedAmount: { amount: '999999.00', currency: 'EUR' } }),
    );
    const accounts = await browser.call('GET', '/api/ui/account/list', given);
    const savings = text(member(accounts.body, '1'), 'iban');
    await browser.keep('payment-funds-refused', 'PUT', '/api/ui/payment', { ...given, body: { debtorAccountIban: savings } });
    await browser.keep('payment-rejected', 'DELETE', '/api/ui/payment', given);
    await browser.keep('terminated-with-way-back', 'GET', '/api/ui/payment/details', given);
    await openBrowser().keep('terminated', 'GET', '/api/ui/payment/details', given);
  });

  it.each(['periodic-payment', 'bulk-payment'] as const)('of a %s: signed, and refused', async (kind) => {
    const browser = openBrowser();
    const given = await enterSigning(browser, await createLater(await signIn(browser, 'ee'), kind), `${kind}-details-open`, kind);
    const accounts = await browser.call('GET', '/api/ui/account/list', given);
    const signature = { ...given, body: { debtorAccountIban: text(member(accounts.body, '0'), 'iban') } };
    await sign(browser, signature, 'approve', async () => undefined, `${kind}-signed`, kind);
    const { body: details } = await browser.keep(`${kind}-details-signed`, 'GET', `/api/ui/${kind}/details`, given);
    await browser.keep(`receipt-${kind}`, 'GET', `/bank/receipts/signed/${text(details, 'receiptId')}`);

    const other = openBrowser();
    const refused = await enterSigning(other, await createLater(await signIn(other, 'ee'), kind), undefined, kind);
    await other.keep(`${kind}-rejected`, 'DELETE', `/api/ui/${kind}`, refused);
  });

  it.each(['payment', 'periodic-payment', 'bulk-payment'] as const)('of the cancellation of a %s: left, then signed', async (kind) => {
    const browser = openBrowser();
    const token = await signIn(browser, 'ee');
    const ordered = await enterSigning(browser, await createLater(token, kind), undefined, kind);
    const accounts = await browser.call('GET', '/api/ui/account/list', ordered);
    const signature = { body: { debtorAccountIban: text(member(accounts.body, '0'), 'iban') } };
    const held = browser.call('PUT', `/api/ui/${kind}`, { ...ordered, ...signature });
    await expect.poll(async () => text((await browser.call('GET', '/api/ui/challenge', ordered)).body, 'state')).toBe('started');
    await browser.answerOnDevice('approve');
    expect((await held).status).toBe(200);

    const cancellation = `${kind}-cancellation` as const;
    const left = await enterSigning(browser, await cancelLatest(token, kind), `${cancellation}-details-open`, cancellation);
    await browser.keep(`${cancellation}-left`, 'DELETE', `/api/ui/${cancellation}`, left);
    const given = await enterSigning(browser, await cancelLatest(token, kind), undefined, cancellation);
    await sign(browser, { ...given, ...signature }, 'approve', async () => undefined, `${cancellation}-signed`, cancellation);
  });

  it('of a customer of Lithuania', async () => {
    const browser = openBrowser();
    const given = await enterSigning(browser, await createPayment(await signIn(browser, 'lt')));
    await browser.keep('customer-details', 'GET', '/api/ui/customer/details', given);
  });

  it('of consents: open to choose and confirmed by the sign-in, named and refused', async () => {
    const browser = openBrowser();
    const token = await signIn(browser, 'lt');
    const open = await createConsent(token, { accounts: [], balances: [], transactions: [] });
    const given = await enterSigning(browser, open, 'consent-details-choice', 'consent');
    const { body: accounts } = await browser.call('GET', '/api/ui/account/list', given);
    const chosen = { accounts: [{ iban: text(member(accounts, '0'), 'iban') }] };
    await browser.keep('consent-signed', 'PUT', '/api/ui/consent', { ...given, body: chosen });
    await browser.keep('consent-details-signed', 'GET', '/api/ui/consent/details', given);

    await browser.keep('bank-visit', 'GET', '/bank/session');
    const { body: list } = await browser.keep('permission-list', 'GET', '/bank/permissions/given');
    const permission = `/bank/permissions/given/${text(member(member(list, 'permissions'), '0'), 'permissionId')}`;
    await browser.keep('permission', 'GET', permission);
    const reading = { authorization: `Bearer ${token}`, 'consent-id': permission.split('/').at(-1) ?? '' };
    expect((await openBrowser().call('GET', '/api/v1/accounts', { headers: reading })).status).toBe(200);
    await browser.keep('permission-readings', 'GET', `${permission}/readings`);
    await browser.keep('permission-withdrawn', 'POST', `${permission}/withdrawal`);
    await browser.keep('permission-unknown', 'GET', '/bank/permissions/given/cns_00000000000000000000000000');
    await openBrowser().keep('permission-signed-out', 'GET', '/bank/permissions/given');

    const other = openBrowser();
    const estonian = await signIn(other, 'ee');
    const { body: listed } = await other.call('GET', '/api/v1/account-list', { headers: { authorization: `Bearer ${estonian}` } });
    const [first, second] = ['0', '1'].map((index) => ({ iban: text(member(member(listed, 'accounts') ?? listed, index), 'iban') }));
    const named = await createConsent(estonian, { accounts: [first, second], balances: [first] });
    const refused = await enterSigning(other, named, 'consent-details-named', 'consent');
    await other.keep('consent-rejected', 'DELETE', '/api/ui/consent', refused);
  });

  it.each(SIGNING_KINDS.filter((kind) => kind !== 'consent' && !kind.includes('payment')))('of a %s: signed, and refused', async (kind) => {
    const browser = openBrowser();
    const given = await enterSigning(browser, await createThing(await signIn(browser, 'ee'), kind), `${kind}-details-open`, kind);
    await sign(browser, given, 'approve', async () => undefined, `${kind}-signed`, kind);
    await browser.keep(`${kind}-details-signed`, 'GET', `/api/ui/${kind}/details`, given);

    const other = openBrowser();
    const refused = await enterSigning(other, await createThing(await signIn(other, 'ee'), kind), undefined, kind);
    await other.keep(`${kind}-rejected`, 'DELETE', `/api/ui/${kind}`, refused);
  });

  it('of the portal’s settings and content', async () => {
    const browser = openBrowser();
    await browser.keep('runtime-config', 'GET', '/config.json');
    await browser.keep('content-menu', 'GET', '/content/dev-portal-menu');
    await browser.keep('content-homepage', 'GET', '/content/homepage.json');
    await browser.keep('content-page', 'GET', '/content/dev-portal-pages/cookie-policy');
    await browser.keep('content-news', 'GET', '/content/dev-portal-news');
    await browser.keep('content-page-missing', 'GET', '/content/dev-portal-pages/nowhere');
  });

  it('of a developer: account, application, test customers and sandbox', async () => {
    const browser = openBrowser();
    const developer = DEVELOPER;
    await browser.keep('session-signed-out', 'GET', '/identity/session');
    await browser.keep('login-refused', 'POST', '/identity/sign-in', { body: developer });
    await browser.call('POST', '/identity/sign-up', { body: developer });
    await browser.keep('email-verified', 'POST', '/identity/verify-email', { body: { token: await readVerification() } });
    await browser.keep('logged-in', 'POST', '/identity/sign-in', { body: developer });
    await browser.keep('session-signed-in', 'GET', '/identity/session');
    await browser.call('POST', '/api/tpp');
    const { body: application } = await browser.keep('application', 'GET', '/api/tpp');
    const change = { clientName: 'Lumen Books', redirectionUris: member(application, 'redirectionUris'), contacts: [developer.email] };
    await browser.keep('application-change-refused', 'PUT', '/api/tpp', { body: { ...change, redirectionUris: ['javascript:alert(1)'] } });
    await browser.keep('application-changed', 'PUT', '/api/tpp', { body: change });
    await browser.keep('application-secret', 'POST', '/api/tpp/secret/reveal');
    await browser.keep('application-secret-rotated', 'POST', '/api/tpp/secret/rotation');
    const { body: users } = await browser.keep('token-users', 'GET', '/api/tpp/psu');
    const { body: renewed } = await browser.keep('token-renewed', 'GET', '/api/tpp/refresh');
    const headers = { authorization: `Bearer ${text(member(renewed, '0'), 'access_token')}` };
    await browser.keep('token-accounts', 'GET', '/api/v1/account-list', { headers });
    await browser.keep('token-unknown', 'GET', '/api/v1/account-list', { headers: { authorization: 'Bearer of-nobody' } });
    await browser.keep('token-user-chosen', 'POST', '/api/tpp/psu', {
      body: { id: member(member(users, '1'), 'id'), userName: member(member(users, '1'), 'userName') },
    });
    const customer = `/api/tpp/customers/${text(member(users, '0'), 'id')}`;
    await browser.keep('test-accounts', 'GET', `${customer}/accounts`);
    await browser.keep('test-scenario', 'PUT', `${customer}/scenario`, { body: { scenario: 'refuses' } });
    await browser.keep('test-clock', 'GET', '/api/tpp/clock');
  });

  it('of a developer: certificates', async () => {
    const browser = openBrowser();
    // The developer of the recording before.
    await browser.call('POST', '/identity/sign-in', { body: DEVELOPER });
    const at = '/api/tpp/certificates';
    const wish = { roles: ['pis', 'ais'], lifetime: 'year' };
    await browser.keep('certificates-none', 'GET', at);
    const { body: issued } = await browser.keep('certificates-issued', 'POST', at, { body: { ...wish, keyType: 'p256' } });
    await browser.keep('certificate-signed', 'POST', `${at}/signing-requests`, { body: { ...wish, pem: SIGNING_REQUEST, use: 'web' } });
    await browser.keep('certificate-upload-refused', 'POST', `${at}/uploads`, { body: { pem: SIGNING_REQUEST } });
    const first = `${at}/${text(member(member(issued, 'certificates'), '0'), 'certificateId')}`;
    await browser.keep('certificate-blocked', 'PUT', `${first}/block`);
    await browser.call('DELETE', `${first}/block`);
    await browser.keep('certificate-revoked', 'PUT', `${first}/revocation`);
    await browser.keep('certificates-profile', 'PUT', `${at}/profile`, { body: { profile: 'mtls', signsRequests: true } });
    await browser.keep('certificates', 'GET', at);
  });

  it('are the recorded ones, neither more nor fewer', async () => {
    if (IS_UPDATE) await Promise.all([...recorded].map(([name, content]) => writeFile(join(FOLDER, `${name}.json`), content)));
    for (const [name, content] of recorded) expect(content, name).toBe(await readFile(join(FOLDER, `${name}.json`), 'utf8'));
    expect((await readdir(FOLDER)).sort()).toEqual([...recorded.keys()].map((name) => `${name}.json`).sort());
  });
});
