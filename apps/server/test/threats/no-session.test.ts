/**
 * T5 and T30: the access matrix begins before every session. Each route of the closed list, in every mode and with every bank, is called
 * with nothing at all, as a page of ours without a cookie, and with invented credentials. A route that is not for everyone refuses all of
 * them in the words of its door, and nothing changes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#modules/bank-core/index.ts';
import { createSandboxBank, createSandboxReader } from '#modules/bank-sandbox/index.ts';
import type { Config } from '#platform/config.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { loadConfig } from '#platform/load-config.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { type Door, type OfferedRoute, offeredRoutes } from '../house/surface.ts';

const EDITIONS = [
  ['development', 'sandbox'],
  ['development', 'adapter'],
  ['production', 'sandbox'],
  ['production', 'adapter'],
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** How a door refuses a caller without a session. A call that changes something and names no origin is refused before the door. */
const REFUSALS: Readonly<Record<Exclude<Door, 'everyone' | 'beginner'>, readonly string[]>> = {
  developer: ['401 NOT_SIGNED_IN', '403 ORIGIN_DENIED'],
  token: ['401 TOKEN_UNKNOWN', '401 TOKEN_INVALID'],
  client: ['400 invalid_request', '401 invalid_client'],
  fallback: ['401 CREDENTIALS_WRONG'],
  signing: ['410 SIGNING_TERMINATED', '400 ORIGIN_DENIED'],
  signIn: ['410 SIGN_IN_UNKNOWN', '403 ORIGIN_DENIED'],
  customer: ['410 SIGN_IN_UNKNOWN', '403 ORIGIN_DENIED'],
  device: ['404 CHALLENGE_UNKNOWN', '403 ORIGIN_DENIED'],
};
/** Tell their caller that there is no session, or make one for the browser that asks: with the status and what the body may be. */
const WITHOUT_OBJECT: Readonly<Record<string, readonly [answer: string, body: RegExp]>> = {
  'GET /identity/session': ['200 ', /^\{"user":null,"socialProviders":\[[^\]]*\]\}$/],
  'DELETE /identity/session': ['204 ', /^$/],
  'DELETE /bank/session': ['204 ', /^$/],
  'GET /api/prefills': ['200 ', /^(?!.*(?:client_secret|[A-Z]{2}\d{2}[A-Z0-9]{10})).*"fallbackUserToUserMap":\{\}\}$/],
  'GET /bank/device/challenges': ['200 ', /"challenges":\[\]/],
  'PUT /bank/device': ['200 ', /"challenges":\[\]/],
};
/** Pages of the authorization server: the step of a sign-in that this browser did not begin. */
const PAGES = /\/(auth|authorize)\/:uid$/;
/** Valid bodies and parameters, so that the session is missing and not the form. */
const REQUESTS: Readonly<Record<string, { readonly body?: object; readonly query?: string }>> = {
  'PUT /api/tpp': { body: { clientName: 'Other' } },
  'POST /identity/second-factor': { body: { code: '123456' } },
  'POST /api/tpp/applications': { body: { clientName: 'Second' } },
  'POST /bank/sign-in/:id/role': { body: { roleId: 'cus_x' } },
  'POST /bank/session/role': { body: { roleId: 'cus_x' } },
  'POST /api/tpp/psu': { body: { id: 'cus_x', userName: 'x' } },
  'DELETE /api/tpp/clock': { body: { confirm: true } },
  'POST /api/tpp/clock/advance': { body: { days: 1 } },
  'POST /api/tpp/sandbox/document': { query: '?mode=add' },
  'POST /api/tpp/sandbox/seed': { body: { seed: 'ci', confirm: true } },
  'POST /api/tpp/sandbox/tables': { query: '?mode=add' },
  'POST /api/tpp/customers': { body: { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' } },
  'POST /api/tpp/customers/:id/accounts': { body: { name: 'Third', currency: 'EUR', openingBalance: '0' } },
  'POST /api/tpp/certificates': { body: { roles: ['ais'], lifetime: 'day', keyType: 'p256' } },
  'POST /api/tpp/certificates/signing-requests': { body: { pem: 'x', use: 'web', roles: ['ais'], lifetime: 'day' } },
  'POST /api/tpp/certificates/uploads': { body: { pem: 'x' } },
  'PUT /api/tpp/certificates/profile': { body: { profile: 'basic', signsRequests: false } },
  'POST /api/tpp/notifications/endpoints': { body: { url: 'https://shop.example/hooks', kinds: ['payment'] } },
  'PUT /api/tpp/notifications/endpoints/:endpointId': { body: { isEnabled: false } },
  'POST /api/tpp/notifications/retries': { body: { endpointId: 'end_x' } },
  'PUT /api/tpp/customers/:id/scenario': { body: { scenario: 'refuses' } },
  'GET /api/v1/client-payload': { query: '?apiId=payments' },
  'POST /bank/sign-in/:id/authentication': { body: { method: 'SMART_ID', nationalIdentityNumber: '38001085718' } },
  'POST /bank/sign-in/:id/response': { body: { response: '12345678' } },
  'PUT /bank/device': { body: { automatic: false } },
  'POST /bank/device/challenges/:challengeId/answer': { body: { answer: 'approve' } },
  'POST /bank/device/links': { body: { link: 'https://bank.example/' } },
  'POST /bank/device/challenges/:challengeId/calculator': { body: { number: '123456' } },
  'POST /bank/to-sign/payments/:paymentId/response': { body: { response: '12345678' } },
  'GET /api/ui/account/balance': { query: '?iban=EE382200221020145685' },
  'GET /api/ui/payment/fee': { query: '?debtorIban=EE382200221020145685' },
  'POST /api/ui/challenge/response': { body: { response: '12345678' } },
  ...Object.fromEntries(
    ['payment', 'periodic-payment', 'bulk-payment'].flatMap((kind) =>
      [kind, `${kind}-cancellation`].map((name) => [`PUT /api/ui/${name}`, { body: { debtorAccountIban: 'EE382200221020145685' } }] as const),
    ),
  ),
};

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

let folder: string;
let config: Config;
let database: OpenedDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-no-session-'));
  config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_RATE_LIMIT_PER_MINUTE: '0' });
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function open(mode: Config['mode'], bank: Config['bank']): Promise<Portico> {
  const real = mode === 'production' ? { publicUrl: 'https://bank.example', demoTppPort: undefined, google: undefined } : {};
  const settings = { ...config, mode, bank, ...real };
  const adapter = bank === 'adapter' ? { makeCore: createCore } : {};
  return buildApp({ config: settings, database, log: pino({ level: 'silent' }), webFolder: join(folder, 'no-build'), ...adapter });
}

/** The sandbox bank in an adapter's place; no request of this test reaches its accounts. */
function createCore(): Core {
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  const write = () => Promise.reject(new Error('Nothing is written here.'));
  return { bank: createSandboxBank(deps), accountReader: createSandboxReader({ ...deps, write }), authenticator: { offers: () => true } };
}

/** `publicUrl`: origin of the pages. */
function callersAt(publicUrl: string): readonly Caller[] {
  const page = { origin: publicUrl, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() };
  const secret = 'A'.repeat(43);
  const names = ['dev', 'dev-device', 'reset', 'social', 'bank', 'sign-in', 'return', 'device'].flatMap((name) => [
    `portico-${name}`,
    `__Host-portico-${name}`,
    `__Secure-portico-${name}`,
  ]);
  const invented = {
    ...page,
    cookie: names.map((name) => `${name}=${secret}`).join('; '),
    ...{ 'signing-id': secret, 'signing-entry': secret, 'fallback-session': secret, 'consent-id': 'cns_00000000000000000000000000' },
    ...{ 'tpp-id': 'dev_00000000000000000000000000', 'tpp-client-id': 'tpp_00000000000000000000000000' },
  };
  return [
    { name: 'with nothing at all', headers: {} },
    { name: 'as a page of the portal without a cookie', headers: page },
    { name: 'with invented cookies and an invented bearer token', headers: { ...invented, authorization: `Bearer ${secret}` } },
    { name: 'with an invented client', headers: { ...invented, authorization: `Basic ${btoa(`invented:${secret}`)}` } },
  ];
}

const nameOf = ({ method, url }: OfferedRoute) => `${method} ${url}`;

async function call({ app }: Portico, route: OfferedRoute, { headers }: Caller) {
  const { body, query = '' } = REQUESTS[nameOf(route)] ?? {};
  const isJson = 'content-type' in headers;
  const answer = await app.inject({
    method: METHODS.find((known) => known === route.method) ?? 'GET',
    url: `${route.url.replaceAll(/:\w+/g, 'unknown').replace('*', 'x')}${query}`,
    // Authorization requests are forms.
    headers: { ...headers, ...(isJson && route.door === 'beginner' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(body !== undefined && isJson ? { payload: body } : {}),
  });
  const { statusCode: status, body: text } = answer;
  const parsed: unknown = String(answer.headers['content-type']).includes('json') && text !== '' ? answer.json() : undefined;
  const code = Object(parsed).tppMessages?.[0]?.code ?? Object(parsed).errors?.[0]?.code ?? Object(parsed).error ?? '';
  const given = [answer.headers['set-cookie'] ?? []].flat().filter((cookie) => !/^[^=]+=;/.test(cookie));
  return { status, text, said: `${status} ${String(code)}`, given };
}

/** What is wrong with an answer to a caller without a session; undefined where nothing is. */
function faultOf(route: OfferedRoute, { status, text, said, given }: Awaited<ReturnType<typeof call>>): string | undefined {
  if (route.door === 'everyone') return given.length > 0 ? 'a cookie' : [200, 302, 400, 404, 405, 415, 503].includes(status) ? undefined : said;
  if (route.door === 'beginner') return [303, 400, 403].includes(status) ? undefined : said;
  const [answer, body] = WITHOUT_OBJECT[nameOf(route)] ?? [];
  if (body?.test(text) && said === answer) return undefined;
  if (given.length > 0) return 'a cookie';
  if (PAGES.test(route.url)) return status === 400 ? undefined : said;
  return REFUSALS[route.door].includes(said) ? undefined : `${said} ${text.slice(0, 120)}`;
}

async function contents(): Promise<unknown> {
  const tables = [
    'customer',
    'account',
    'payment',
    'consent',
    'tpp_app',
    'developer',
    'developer_session',
    'bank_session',
    'signing_session',
    'challenge',
  ];
  const columns = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await database.query(`select ${columns.join(', ')}`)).rows[0];
}

describe.each(EDITIONS)('a caller without a session, in %s with the bank %s', (mode, bank) => {
  it('gets nothing from any route of the closed list that is not for everyone, and changes nothing', async () => {
    const portico = await open(mode, bank);
    const { publicUrl } = portico.platform.config;
    const before = await contents();
    const faults: string[] = [];
    let calls = 0;
    for (const route of offeredRoutes({ mode, bank })) {
      for (const caller of callersAt(publicUrl)) {
        calls += 1;
        const fault = faultOf(route, await call(portico, route, caller));
        if (fault !== undefined) faults.push(`${nameOf(route)} (${route.door}) ${caller.name}: ${fault}`);
      }
    }
    await portico.stop();
    expect(faults).toEqual([]);
    expect(calls).toBeGreaterThan(600);
    expect(await contents()).toEqual(before);
  });
});

describe('the table of valid requests', () => {
  it('names routes of the closed list only', () => {
    const known = new Set(offeredRoutes({ mode: 'development', bank: 'sandbox' }).map(nameOf));
    expect([...Object.keys(REQUESTS), ...Object.keys(WITHOUT_OBJECT)].filter((name) => !known.has(name))).toEqual([]);
  });
});
