/**
 * One payment through the whole composition, as the application and the customer's browser see it: addresses, redirects, cookies.
 * Nothing is put into the database by hand but the development seed.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoLogin, PAYEES } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { loadConfig } from '#platform/load-config.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { buildApp, type Portico } from './build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from './demo-tpp.ts';
import { seedDevelopment } from './seed.ts';

const SHOP = 'http://127.0.0.1:3001';

let folder: string;
let config: Config;
let database: OpenedDatabase;
let portico: Portico;
let customer: DemoLogin;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-journey-'));
  config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_DEVICE_ANSWER_SECONDS: '0' });
  database = await openTestDatabase();
  portico = await buildApp({ config, database, log: pino({ level: 'silent' }) });
  const [first] = await seedDevelopment(portico, () => {});
  if (first === undefined) throw new Error('The seed made no customer.');
  customer = first;
  await portico.start();
});
afterAll(async () => {
  await portico.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: unknown;
}

/** The customer's browser: keeps cookies by path and calls like our pages do. */
function openBrowser() {
  const jar = new Map<string, { value: string; path: string }>();

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    address: string,
    options: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const url = address.startsWith(config.publicUrl) ? address.slice(config.publicUrl.length) : address;
    const cookie = [...jar].filter(([, { path }]) => url.startsWith(path)).map(([name, { value }]) => `${name}=${value}`);
    const page = { 'content-type': 'application/json', 'x-request-id': randomUUID(), origin: config.publicUrl };
    const response = await portico.app.inject({
      method,
      url,
      headers: {
        host: new URL(config.publicUrl).host,
        ...(method === 'GET' ? {} : page),
        ...options.headers,
        ...(cookie.length === 0 ? {} : { cookie: cookie.join('; ') }),
      },
      ...(options.body === undefined ? {} : { payload: options.body }),
    });
    for (const { name, value, path = '/', maxAge, expires } of response.cookies) {
      if (value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() === 0)) jar.delete(name);
      else jar.set(name, { value, path });
    }
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      body: isJson && response.body !== '' ? response.json() : undefined,
    };
  }

  return { send };
}
type Browser = ReturnType<typeof openBrowser>;

function member(body: unknown, name: string): unknown {
  return Object(body)[name];
}
const text = (body: unknown, name: string) => String(member(body, name));

async function signIn(browser: Browser, page: string): Promise<string> {
  expect((await browser.send('GET', `${page}/details`)).status).toBe(200);
  const started = await browser.send('POST', `${page}/authentication`, {
    body: { method: customer.authMethods[0], nationalIdentityNumber: customer.nationalIdentityNumber },
  });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await expect.poll(async () => text((await browser.send('GET', `${page}/challenge`)).body, 'state'), { timeout: 10_000 }).toBe('approved');
  const completed = await browser.send('POST', `${page}/completion`);
  expect(completed.status, JSON.stringify(completed.body)).toBe(200);
  return text(completed.body, 'location');
}

async function getToken(browser: Browser): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: DEMO_CLIENT_ID,
    redirect_uri: `${SHOP}/callback`,
    response_type: 'code',
    scope: 'openid',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    bank_country: customer.country,
    locale: 'en',
  });
  const opened = await browser.send('GET', `/api/v2/am/realms/psd2/protocol/openid-connect/auth?${query}`);
  expect([opened.status, opened.location]).toEqual([303, expect.stringMatching(/\/bank\/sign-in\/[^/]+$/)]);
  const resumed = await browser.send('GET', await signIn(browser, opened.location));
  const returned = new URL(resumed.location);
  expect([returned.origin, returned.searchParams.get('state')]).toEqual([SHOP, 'state-1']);
  const token = await portico.app.inject({
    method: 'POST',
    url: '/api/v2/openam/token',
    payload: {
      client_id: DEMO_CLIENT_ID,
      client_secret: demoClientSecret(config),
      grant_type: 'authorization_code',
      redirect_uri: `${SHOP}/callback`,
      code: returned.searchParams.get('code'),
      code_verifier: verifier,
    },
  });
  expect(token.statusCode, token.body).toBe(200);
  return text(token.json(), 'access_token');
}

interface CreatedPayment {
  readonly scaRedirect: string;
  status(): Promise<string>;
}

async function createPayment(token: string, amount: string): Promise<CreatedPayment> {
  const authorization = `Bearer ${token}`;
  const created = await portico.app.inject({
    method: 'POST',
    url: '/api/v1/payments/instant-sepa-credit-transfers',
    headers: {
      authorization,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SHOP}/orders/1/paid`,
      'tpp-nok-redirect-uri': `${SHOP}/orders/1/not-paid`,
    },
    payload: {
      instructedAmount: { amount, currency: 'EUR' },
      creditorAccount: { iban: PAYEES.lumenBooks.iban },
      creditorName: PAYEES.lumenBooks.name,
      remittanceInformationUnstructured: 'Order 1',
    },
  });
  expect(created.statusCode, created.body).toBe(201);
  const links = member(created.json(), '_links');
  const statusUrl = text(member(links, 'status'), 'href').slice(config.publicUrl.length);
  return {
    scaRedirect: text(member(links, 'scaRedirect'), 'href'),
    status: async () =>
      text((await portico.app.inject({ url: statusUrl, headers: { authorization, 'x-request-id': randomUUID() } })).json(), 'transactionStatus'),
  };
}

/** Follows the bank's entry to the signing page and answers the headers of its calls. */
async function enterSigning(browser: Browser, scaRedirect: string): Promise<Record<string, string>> {
  const entry = await browser.send('GET', scaRedirect);
  const ticket = new URL(entry.location, config.publicUrl).searchParams.get('entry') ?? '';
  expect(entry.location).toContain('m=signingPayment');
  const details = await browser.send('GET', '/api/ui/payment/details', { headers: { 'signing-entry': ticket } });
  expect(details.status, JSON.stringify(details.body)).toBe(200);
  expect(details.body).toMatchObject({
    tppApplicationName: 'Lumen Books checkout',
    tppSuccessUrl: `${SHOP}/orders/1/paid`,
    details: { creditorName: PAYEES.lumenBooks.name },
  });
  return { 'signing-id': text(details.body, 'signingId') };
}

describe('a payment from a third-party site', () => {
  it('is signed by the customer, and the site reads that the money moved', async () => {
    const browser = openBrowser();
    const payment = await createPayment(await getToken(browser), '12.50');
    expect(await payment.status()).toBe('RCVD');
    const headers = await enterSigning(browser, payment.scaRedirect);
    const accounts = await browser.send('GET', '/api/ui/account/list', { headers });
    const iban = text(member(accounts.body, '0'), 'iban');
    const before = await browser.send('GET', `/api/ui/account/balance?iban=${iban}`, { headers });
    const signed = await browser.send('PUT', '/api/ui/payment', { headers, body: { debtorAccountIban: iban } });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    expect(signed.body).toMatchObject({ transactionStatus: await payment.status(), signedAt: expect.any(String) });
    expect(['ACSC', 'ACCC']).toContain(await payment.status());
    const after = await browser.send('GET', `/api/ui/account/balance?iban=${iban}`, { headers });
    const spent = Number(text(member(before.body, 'balanceAmount'), 'amount')) - Number(text(member(after.body, 'balanceAmount'), 'amount'));
    expect(spent).toBeGreaterThanOrEqual(12.5);
    expect(spent).toBeLessThan(14);
  });

  it('is refused by the customer, and nothing moves', async () => {
    const browser = openBrowser();
    const payment = await createPayment(await getToken(browser), '5.00');
    const headers = await enterSigning(browser, payment.scaRedirect);
    expect(await browser.send('DELETE', '/api/ui/payment', { headers })).toMatchObject({ status: 200, body: { transactionStatus: 'RJCT' } });
    expect(await payment.status()).toBe('RJCT');
  });

  it('cannot be signed for more than there is', async () => {
    const browser = openBrowser();
    const payment = await createPayment(await getToken(browser), '999999.00');
    const headers = await enterSigning(browser, payment.scaRedirect);
    const accounts = await browser.send('GET', '/api/ui/account/list', { headers });
    const refused = await browser.send('PUT', '/api/ui/payment', { headers, body: { debtorAccountIban: text(member(accounts.body, '0'), 'iban') } });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'FUNDS_NOT_AVAILABLE', text: expect.stringMatching(/^Not enough money, available /) }] },
    });
    expect(await payment.status()).toBe('RCVD');
  });

  it('is signed in another browser of the customer after signing in there; the database never sees the reference', async () => {
    const payment = await createPayment(await getToken(openBrowser()), '6.00');
    const phone = openBrowser();
    const way = await signIn(phone, (await phone.send('GET', payment.scaRedirect)).location);
    expect(way).toBe(new URL(payment.scaRedirect).pathname);
    const { rows } = await database.query(`select string_agg(sign_in::text, ' ') as stored from sign_in where purpose = 'signing'`);
    expect(text(rows[0], 'stored')).toContain('/bank/sca');
    expect(text(rows[0], 'stored')).not.toContain(way.split('/').at(-1));
    const headers = await enterSigning(phone, way);
    expect(await phone.send('DELETE', '/api/ui/payment', { headers })).toMatchObject({ status: 200 });
  });

  it('is nobody else’s: another browser is asked to sign in, and a stolen signing id opens nothing', async () => {
    const browser = openBrowser();
    const payment = await createPayment(await getToken(browser), '7.00');
    const stranger = openBrowser();
    expect((await stranger.send('GET', payment.scaRedirect)).location).toMatch(/\/bank\/sign-in\//);
    const headers = await enterSigning(browser, payment.scaRedirect);
    expect((await stranger.send('GET', '/api/ui/payment/details', { headers })).status).toBe(410);
    expect(await stranger.send('GET', payment.scaRedirect)).toMatchObject({ status: 303, location: '/?m=signingError' });
    expect((await browser.send('GET', '/api/ui/payment/details', { headers })).status).toBe(200);
  });
});
