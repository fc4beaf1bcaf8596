/** T4: another site cannot use the cookies of a customer's browser. Every route of the running server that changes something is in a table below. */
import { randomUUID } from 'node:crypto';
import { SIGNING_KINDS, type SigningKind } from '@portico/contract';
import {
  askForResetCode,
  type Browser,
  becomeDeveloper,
  type DeveloperLogin,
  enterSigning,
  jsonOf,
  newDeveloper,
  SITE,
  type SigningPage,
  signInAtBank,
  signUp,
  textOf,
  type WireAnswer,
  type WireRequest,
} from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type Attack, asDeveloper, SUBSCRIPTION_ATTACKS, secondSignatures } from '../house/attacks.ts';
import { CALLS_WITHOUT_COOKIE } from '../house/calls-without-cookie.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { oneCustomer, oneCustomerTables } from '../house/sandbox-document.ts';
import { askToSign, THINGS } from '../house/things-to-sign.ts';

const BANK = 'https://bank.example';
const FRIEND = 'https://portal.example';
const JSON_TYPE = 'application/json';
/** Headers with which an application sends its customer to sign. */
const SENDING = { 'content-type': JSON_TYPE, 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${SITE}/money` };
const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** Change something although they are GET: denied like the others. */
const CHANGING_GETS = ['GET /api/tpp/refresh'];

type Headers = Readonly<Record<string, string>>;

/** A developer who is logged in, with a customer of their own. */
interface DeveloperVictim {
  readonly browser: Browser;
  readonly login: DeveloperLogin;
  readonly customerId: string;
  readonly userName: string;
  readonly iban: string;
  readonly certificateId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  /** The session of another browser. */
  readonly otherSessionId: string;
  /** Of somebody who signed up in the same browser and has not followed the link yet. */
  readonly verification: string;
  readonly resetCode: string;
}

interface Victim {
  readonly browser: Browser;
  /** Two open pages of each kind. */
  readonly pages: Readonly<Record<SigningKind, readonly [SigningPage, SigningPage]>>;
  /** `/bank/sign-in/{id}` of a sign-in whose phone still waits, and of one not yet started. */
  readonly waiting: string;
  readonly fresh: string;
  readonly challengeId: string;
  readonly iban: string;
  readonly developer: DeveloperVictim;
}

/** What would do harm on each route, with everything the attacker could possibly know. In an order in which all of it works. */
const ATTACKS: Readonly<Record<string, (victim: Victim) => Attack>> = {
  'PUT /bank/device': () => ({ path: '/bank/device', body: { automatic: true } }),
  'POST /bank/device/challenges/:challengeId/answer': ({ challengeId }) => ({
    path: `/bank/device/challenges/${challengeId}/answer`,
    body: { answer: 'approve' },
  }),
  'POST /api/ui/activity': ({ pages }) => ({ path: '/api/ui/activity', headers: pages.payment[0].headers }),
  ...Object.fromEntries(
    SIGNING_KINDS.flatMap((kind): [string, (victim: Victim) => Attack][] => {
      const path = `/api/ui/${kind}`;
      return [
        [`DELETE ${path}`, ({ pages }) => ({ path, headers: pages[kind][1].headers })],
        [`PUT ${path}`, ({ pages, iban }) => ({ path, headers: pages[kind][0].headers, body: THINGS[kind].submission(iban) })],
      ];
    }),
  ),
  // Nobody here signs with a calculator: our own page is told so.
  'POST /api/ui/challenge/response': ({ pages }) => ({
    path: '/api/ui/challenge/response',
    headers: pages.payment[0].headers,
    body: { response: '12345678' },
    works: 409,
  }),
  'POST /api/ui/challenge/notification': ({ pages }) => ({ path: '/api/ui/challenge/notification', headers: pages.payment[0].headers }),
  // The server refuses the link of our own page, too, because it is not genuine.
  'POST /bank/device/links': ({ challengeId }) => ({
    path: '/bank/device/links',
    body: { link: `https://bank.example/?sessionToken=${challengeId}` },
    works: 404,
  }),
  'POST /bank/device/challenges/:challengeId/calculator': ({ challengeId }) => ({
    path: `/bank/device/challenges/${challengeId}/calculator`,
    body: { number: '123456' },
    works: 409,
  }),
  'POST /bank/sign-in/:id/response': ({ waiting }) => ({ path: `${waiting}/response`, body: { response: '12345678' }, works: 409 }),
  'POST /bank/sign-in/:id/notification': ({ waiting }) => ({ path: `${waiting}/notification` }),
  'POST /bank/sign-in/:id/authentication': ({ fresh }) => ({ path: `${fresh}/authentication`, body: identity() }),
  'DELETE /bank/sign-in/:id': ({ fresh }) => ({ path: fresh }),
  // Before the completion, which ends the sign-in: our own page is told that the person has no such role.
  'POST /bank/sign-in/:id/role': ({ waiting }) => ({ path: `${waiting}/role`, body: { roleId: 'cus_unknown' }, works: 409 }),
  'POST /bank/sign-in/:id/completion': ({ waiting }) => ({ path: `${waiting}/completion` }),
  // This customer signs second for nobody: our own page is told so.
  'POST /bank/to-sign/payments/:paymentId/challenge': () => secondSignatures('challenge'),
  'POST /bank/to-sign/payments/:paymentId/challenge/notification': () => secondSignatures('challenge/notification'),
  'POST /bank/to-sign/payments/:paymentId/response': () => ({ ...secondSignatures('response'), body: { response: '12345678' } }),
  'POST /bank/to-sign/payments/:paymentId/signature': () => secondSignatures('signature'),
  'POST /bank/to-sign/payments/:paymentId/refusal': () => secondSignatures('refusal'),
  'POST /bank/permissions/given/:permissionId/withdrawal': () => ({ path: '/bank/permissions/given/cns_unknown/withdrawal', works: 404 }),
  'POST /bank/sign-in': () => ({ path: '/bank/sign-in', body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } }),
  'POST /bank/session': () => ({ path: '/bank/session' }),
  'POST /bank/session/role': () => ({ path: '/bank/session/role', body: { roleId: 'cus_unknown' }, works: 409 }),
  'DELETE /bank/session': () => ({ path: '/bank/session' }),
  'POST /api/tpp': () => asDeveloper('/api/tpp'),
  'PUT /api/tpp': () => asDeveloper('/api/tpp', { redirectionUris: ['https://evil.example/'] }),
  'POST /api/tpp/applications': () => asDeveloper('/api/tpp/applications', { clientName: 'Kurja' }),
  'DELETE /api/tpp/change': () => asDeveloper('/api/tpp/change'),
  'POST /api/tpp/secret/reveal': () => asDeveloper('/api/tpp/secret/reveal'),
  'POST /api/tpp/secret/rotation': () => asDeveloper('/api/tpp/secret/rotation'),
  'GET /api/tpp/refresh': () => asDeveloper('/api/tpp/refresh'),
  'POST /api/tpp/psu': ({ developer: { customerId: id, userName } }) => asDeveloper('/api/tpp/psu', { id, userName }),
  'POST /api/tpp/customers': () => asDeveloper('/api/tpp/customers', { country: 'ee', type: 'person', firstName: 'Kurja', surname: 'Näidis' }),
  'PUT /api/tpp/customers/:id/scenario': (victim) => asOwner(victim, '/scenario', { scenario: 'refuses' }),
  'POST /api/tpp/customers/:id/accounts': (victim) => asOwner(victim, '/accounts', { name: 'Third', currency: 'EUR', openingBalance: '0' }),
  'DELETE /api/tpp/customers/:id/accounts/:iban': (victim) => asOwner(victim, `/accounts/${victim.developer.iban}`),
  'DELETE /api/tpp/customers/:id': (victim) => asOwner(victim, ''),
  'POST /api/tpp/certificates': () => asDeveloper('/api/tpp/certificates', { roles: ['ais'], lifetime: 'day', keyType: 'p256' }),
  'POST /api/tpp/certificates/signing-requests': () => ({
    ...asDeveloper('/api/tpp/certificates/signing-requests', { pem: 'x', use: 'web', roles: ['ais'], lifetime: 'day' }),
    works: 400,
  }),
  'POST /api/tpp/certificates/uploads': () => ({ ...asDeveloper('/api/tpp/certificates/uploads', { pem: 'x' }), works: 400 }),
  'PUT /api/tpp/certificates/profile': () => asDeveloper('/api/tpp/certificates/profile', { profile: 'basic', signsRequests: true }),
  'PUT /api/tpp/certificates/:certificateId/revocation': (victim) => onCertificate(victim, '/revocation'),
  'DELETE /api/tpp/certificates/:certificateId/revocation': (victim) => onCertificate(victim, '/revocation'),
  'PUT /api/tpp/certificates/:certificateId/block': (victim) => onCertificate(victim, '/block'),
  'DELETE /api/tpp/certificates/:certificateId/block': (victim) => onCertificate(victim, '/block'),
  'DELETE /api/tpp/certificates/:certificateId': (victim) => onCertificate(victim, ''),
  'POST /api/tpp/notifications/endpoints': () =>
    asDeveloper('/api/tpp/notifications/endpoints', { url: 'https://evil.example/hooks', kinds: ['payment'] }),
  'PUT /api/tpp/notifications/endpoints/:endpointId': (victim) => onEndpoint(victim, '', { kinds: ['consent'] }),
  'POST /api/tpp/notifications/endpoints/:endpointId/secret': (victim) => onEndpoint(victim, '/secret'),
  'DELETE /api/tpp/notifications/endpoints/:endpointId/previous-secret': (victim) => onEndpoint(victim, '/previous-secret'),
  'POST /api/tpp/notifications/endpoints/:endpointId/tests': (victim) => onEndpoint(victim, '/tests'),
  'POST /api/tpp/notifications/deliveries/:deliveryId/retry': ({ developer: { deliveryId } }) =>
    asDeveloper(`/api/tpp/notifications/deliveries/${deliveryId}/retry`),
  // The address has not confirmed, so our own page gets 409.
  'POST /api/tpp/notifications/retries': ({ developer: { endpointId } }) => ({
    ...asDeveloper('/api/tpp/notifications/retries', { endpointId }),
    works: 409,
  }),
  'DELETE /api/tpp/notifications/endpoints/:endpointId': (victim) => onEndpoint(victim, ''),
  'POST /api/tpp/clock/advance': () => asDeveloper('/api/tpp/clock/advance', { days: 1 }),
  'POST /api/tpp/sandbox/document': () => asDeveloper('/api/tpp/sandbox/document?mode=add', oneCustomer),
  'POST /api/tpp/sandbox/seed': () => asDeveloper('/api/tpp/sandbox/seed', { seed: 'ci', confirm: true }),
  'POST /api/tpp/sandbox/tables': () => asDeveloper('/api/tpp/sandbox/tables?mode=add', { tables: oneCustomerTables }),
  'DELETE /api/tpp/clock': () => asDeveloper('/api/tpp/clock', { confirm: true }),
  ...SUBSCRIPTION_ATTACKS,
  'POST /identity/sign-up': () => asDeveloper('/identity/sign-up', newDeveloper()),
  'POST /identity/verify-email': ({ developer }) => asDeveloper('/identity/verify-email', { token: developer.verification }),
  'POST /identity/forgot-password': () => asDeveloper('/identity/forgot-password', { email: newDeveloper().email }),
  // Login CSRF: the browser would work in the attacker's account.
  'POST /identity/sign-in': ({ developer }) => asDeveloper('/identity/sign-in', developer.login),
  // This browser has given no password, so our own page gets 401.
  'POST /identity/sign-in/code': () => ({ ...asDeveloper('/identity/sign-in/code', { code: '123456' }), works: 401 }),
  'POST /identity/second-factor/setup': ({ developer: { login } }) => asDeveloper('/identity/second-factor/setup', { password: login.password }),
  'POST /identity/second-factor': () => ({ ...asDeveloper('/identity/second-factor', { code: '123456' }), works: 401 }),
  // The second factor is off, so our own page gets 409.
  'POST /identity/second-factor/recovery-codes': ({ developer: { login } }) => ({
    ...asDeveloper('/identity/second-factor/recovery-codes', { password: login.password }),
    works: 409,
  }),
  'DELETE /identity/second-factor': ({ developer: { login } }) => ({
    ...asDeveloper('/identity/second-factor', { password: login.password }),
    works: 409,
  }),
  // No stand-in for Google runs at its port: our own page is told so.
  'POST /identity/social/google': () => ({ ...asDeveloper('/identity/social/google', {}), works: 503 }),
  'DELETE /identity/sessions/:sessionId': ({ developer: { otherSessionId } }) => asDeveloper(`/identity/sessions/${otherSessionId}`),
  'DELETE /identity/sessions': () => asDeveloper('/identity/sessions'),
  'POST /identity/password-check': ({ developer: { login } }) => asDeveloper('/identity/password-check', { password: login.password }),
  // Works after the right password only.
  'DELETE /api/tpp': () => asDeveloper('/api/tpp'),
  'DELETE /identity/user': ({ developer: { login } }) => asDeveloper('/identity/user', { password: login.password }),
  'POST /identity/reset-password': ({ developer: { login, resetCode } }) =>
    // The account is gone by now; that the right code does no harm from elsewhere is what counts.
    ({ ...asDeveloper('/identity/reset-password', { ...login, code: resetCode }), works: 400 }),
  'DELETE /identity/session': () => asDeveloper('/identity/session'),
};

const onCertificate = (victim: Victim, rest: string) => asDeveloper(`/api/tpp/certificates/${victim.developer.certificateId}${rest}`);
const onEndpoint = (victim: Victim, rest: string, body?: object) =>
  asDeveloper(`/api/tpp/notifications/endpoints/${victim.developer.endpointId}${rest}`, body);
const asOwner = (victim: Victim, rest: string, body?: object) => asDeveloper(`/api/tpp/customers/${victim.developer.customerId}${rest}`, body);

const without = (headers: Headers, ...names: readonly string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const from = (origin: string) => (own: Headers) => ({ ...own, origin });
const as = (contentType: string) => (own: Headers) => ({ ...own, 'content-type': contentType });

/** How a request of another site differs from one of our own page. */
const FORGERIES: readonly (readonly [what: string, forge: (own: Headers) => Headers])[] = [
  ['no origin', (own) => without(own, 'origin')],
  ['no origin, from another site', (own) => ({ ...without(own, 'origin'), 'sec-fetch-site': 'cross-site' })],
  ['no origin, from a sister domain', (own) => ({ ...without(own, 'origin'), 'sec-fetch-site': 'same-site' })],
  ['no origin, typed by hand', (own) => ({ ...without(own, 'origin'), 'sec-fetch-site': 'none' })],
  ['an empty origin', from('')],
  ['the origin of a sandboxed frame', from('null')],
  ['the origin of a sandboxed frame that claims our site', (own) => ({ ...own, origin: 'null', 'sec-fetch-site': 'same-origin' })],
  ['an evil origin', from('https://evil.example')],
  ['an evil origin that claims our site', (own) => ({ ...own, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })],
  ['an evil origin with a token beside the cookie', (own) => ({ ...own, origin: 'https://evil.example', authorization: 'Bearer x' })],
  ['a sub-domain', from('https://evil.bank.example')],
  ['a look-alike suffix', from('https://bank.example.evil.example')],
  ['a look-alike prefix', from('https://evilbank.example')],
  ['the parent domain', from('https://example')],
  ['http where we are https', from('http://bank.example')],
  ['another port', from('https://bank.example:8443')],
  ['our origin in capitals', from('HTTPS://BANK.EXAMPLE')],
  ['our origin with a slash', from('https://bank.example/')],
  ['two origins', from('https://bank.example https://evil.example')],
  ["the provider's site", from('http://127.0.0.1:3001')],
  ['plain text', as('text/plain')],
  ['plain text that mentions JSON', as('text/plain; application/json')],
  ['a form', as('application/x-www-form-urlencoded')],
  ['a form with files', as('multipart/form-data; boundary=x')],
  ['a type that begins like JSON', as('application/jsonx')],
  ['no content type', (own) => without(own, 'content-type')],
  ['no request id', (own) => without(own, 'x-request-id')],
  ['an empty request id', (own) => ({ ...own, 'x-request-id': '' })],
];

const routes: KnownRoute[] = [];
let house: House;
let victim: Victim;
let send: (request: WireRequest) => Promise<WireAnswer>;

const nameOf = ({ method, url }: KnownRoute) => `${method} ${url}`;
const changing = () => routes.filter((route) => !SAFE.includes(route.method) || CHANGING_GETS.includes(nameOf(route))).map(nameOf);

function identity() {
  const { method, nationalIdentityNumber } = house.customers[0];
  return { method, nationalIdentityNumber };
}

beforeAll(async () => {
  house = await openHouse({
    settings: { PORTICO_PUBLIC_URL: BANK, PORTICO_ALLOWED_ORIGINS: FRIEND, PORTICO_DEMO_IDP_PORT: '9' },
    onRoute: (route) => void routes.push(route),
  });
  send = overInject(house.portico.app, BANK);
  victim = await openVictim();
});
afterAll(() => house.close());

async function openVictim(): Promise<Victim> {
  const browser = house.browse();
  const token = await house.token(browser);
  const customer = house.customers[0];
  const iban = textOf(await callAsApplication(token, 'GET', '/account-list'), 'accounts', '0', 'iban');
  const call = (method: 'POST' | 'DELETE', path: string, body?: object) => callAsApplication(token, method, path, body);
  const open = async (kind: SigningKind) => enterSigning(browser, await askToSign(kind, { browser, customer, iban, call }), customer, kind);
  const opened: [SigningKind, readonly [SigningPage, SigningPage]][] = [];
  for (const kind of SIGNING_KINDS) opened.push([kind, [await open(kind), await open(kind)]]);
  const pages = Object.fromEntries(opened) as Victim['pages'];
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const signIn = async () => (await browser.send('GET', house.tpp.authorize('ee').address)).headers.location ?? '';
  const waiting = await signIn();
  const fresh = await signIn();
  await browser.send('POST', `${waiting}/authentication`, { body: identity() });
  const device = jsonOf(await browser.send('GET', '/bank/device/challenges'));
  const shown: unknown = Object(device).challenges;
  const running = (Array.isArray(shown) ? shown : []).find((challenge) => Object(challenge).state === 'started');
  const challengeId = textOf(running, 'challengeId');
  return { browser, pages, waiting, fresh, challengeId, iban, developer: await openDeveloper() };
}

async function callAsApplication(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const headers = { ...SENDING, authorization: `Bearer ${token}`, 'x-request-id': randomUUID() };
  return jsonOf(await send({ method, path: `/api/v1${path}`, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
}

async function openDeveloper(): Promise<DeveloperVictim> {
  const browser = house.browse();
  const login = await becomeDeveloper(browser);
  const person = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' };
  const customer = jsonOf(await browser.send('POST', '/api/tpp/customers', { body: person }));
  const customerId = textOf(customer, 'id');
  const accounts = `/api/tpp/customers/${customerId}/accounts`;
  const account = jsonOf(await browser.send('POST', accounts, { body: { name: 'Second', currency: 'EUR', openingBalance: '0' } }));
  const issued = await browser.send('POST', '/api/tpp/certificates', { body: { roles: ['ais'], lifetime: 'year', keyType: 'p256' } });
  const endpoint = { url: 'https://shop.example/hooks', kinds: ['payment'] };
  const added = jsonOf(await browser.send('POST', '/api/tpp/notifications/endpoints', { body: endpoint }));
  const deliveries = jsonOf(await browser.send('GET', '/api/tpp/notifications/deliveries'));
  await house.browse().send('POST', '/identity/sign-in', { body: login });
  const otherSessionId = textOf(jsonOf(await browser.send('GET', '/identity/sessions')), 'sessions', '1', 'id');
  const resetCode = await askForResetCode(browser, login);
  const verification = await signUp(browser, newDeveloper());
  const ids = { customerId, iban: textOf(account, 'iban'), certificateId: textOf(jsonOf(issued), 'certificates', '0', 'certificateId') };
  const notified = { endpointId: textOf(added, 'endpoint', 'endpointId'), deliveryId: textOf(deliveries, 'items', '0', 'deliveryId') };
  return { browser, login, ...ids, ...notified, otherSessionId, userName: textOf(customer, 'userName'), verification, resetCode };
}

const TABLES = [
  'payment',
  'consent',
  'transactions_statement',
  'signing_session',
  'signing_entry',
  'bank_session',
  'fallback_session',
  'fallback_payment',
  'sign_in',
  'challenge',
  'method_attempt',
  'person_attempt',
  'device_preference',
  'ledger_entry',
  'account_hold',
  'oauth_artifact',
  'audit_entry',
  'sandbox',
  'customer',
  'account',
  'tpp_app',
  'provider',
  'app_certificate',
  'test_certificate',
  'notification_endpoint',
  'notification_delivery',
  'test_authority',
  'current_customer',
  'client_payload',
  'developer',
  'developer_sign_up',
  'subscription',
  'developer_session',
  'developer_device',
  'developer_reset_code',
  'developer_second_factor',
  'developer_recovery_code',
  'developer_factor_setup',
  'developer_half_sign_in',
  'developer_social_sign_in',
  'mail',
  'spent_allowance',
];

/** One fingerprint for each table. */
async function snapshot(): Promise<unknown> {
  const columns = TABLES.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  const { rows } = await house.database.query(`select ${columns.join(', ')}`);
  return rows[0];
}

const browserOf = (attack: Attack) => (attack.as === 'developer' ? victim.developer : victim).browser;

function callFor(name: string, attack: Attack): { method: WireRequest['method']; path: string; headers: Headers; body: string | undefined } {
  const [method] = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((known) => name.startsWith(`${known} `));
  if (method === undefined) throw new Error(`Add the method of ${name} to this test.`);
  const { path } = attack;
  const headers = {
    origin: BANK,
    'content-type': JSON_TYPE,
    'x-request-id': randomUUID(),
    cookie: browserOf(attack).cookieHeader(path),
    ...attack.headers,
  };
  return { method, path, headers, body: attack.body === undefined ? undefined : JSON.stringify(attack.body) };
}

describe('every route that changes data', () => {
  it('is in one of the two tables', () => {
    const known = [...Object.keys(ATTACKS), ...Object.keys(CALLS_WITHOUT_COOKIE)];
    expect([...new Set(changing())].sort()).toEqual(known.sort());
  });

  it('is denied to other sites in every disguise, changes nothing, and lets the session live', async () => {
    const before = await snapshot();
    const wrong: string[] = [];
    for (const [name, attackOf] of Object.entries(ATTACKS)) {
      const { method, path, headers, body } = callFor(name, attackOf(victim));
      // On signing calls a 401 or 403 would log the customer out.
      const status = routeAreaOf(path) === 'signing' ? 400 : 403;
      for (const [what, forge] of FORGERIES) {
        const answer = await send({ method, path, headers: forge(headers), body });
        const isDenied = answer.status === status && answer.text.includes('"ORIGIN_DENIED"') && answer.setCookies.length === 0;
        if (!isDenied) wrong.push(`${name}, ${what}: ${answer.status} ${answer.text} ${answer.setCookies.join()}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await snapshot()).toEqual(before);
    expect((await victim.browser.send('GET', '/api/ui/payment/details', { headers: victim.pages.payment[0].headers })).status).toBe(200);
    expect((await victim.developer.browser.send('GET', '/api/tpp')).status).toBe(200);
  });

  it('that reads no cookie answers the same with the cookies of a customer as without', async () => {
    const before = await snapshot();
    for (const name of Object.keys(CALLS_WITHOUT_COOKIE)) {
      const path = name
        .slice(name.indexOf('/'))
        .replaceAll(/:[A-Za-z]+/g, 'sepa-credit-transfers')
        .replace('*', 'x');
      const { method, headers } = callFor(name, { path });
      const ask = async (given: Headers) => {
        const { status, text } = await send({ method, path, headers: { ...given, origin: 'https://evil.example' }, body: '{}' });
        return { status, text };
      };
      const everyCookie = ['/', '/bank/sign-in', victim.waiting, path].map((at) => victim.browser.cookieHeader(at)).join('; ');
      const answer = await ask({ ...headers, cookie: everyCookie });
      expect(answer, name).toEqual(await ask(without(headers, 'cookie')));
      expect([400, 401, 405, 415], name).toContain(answer.status);
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe('a response', () => {
  const ORIGINS = [
    'https://evil.example',
    'null',
    'http://bank.example',
    'https://evil.bank.example',
    'https://bank.example.evil.example',
    'https://portal.example.evil.example',
    '*',
  ];

  it('may be read by no page of another site, on any route, preflight included', async () => {
    const readable: string[] = [];
    for (const { method, url } of routes.filter((route) => route.method !== 'HEAD' && route.url !== '*')) {
      const path = url.replaceAll(/:[A-Za-z]+/g, 'unknown').replace('*', 'x');
      for (const origin of ORIGINS) {
        const preflight = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-request-id,content-type' };
        const asked = await house.portico.app.inject({ method: 'OPTIONS', url: path, headers: preflight });
        const got = await house.portico.app.inject({ method: 'GET', url: path, headers: { origin } });
        for (const { headers } of [asked, got]) {
          if (headers['access-control-allow-origin'] !== undefined) readable.push(`${method} ${url} by ${origin}`);
        }
      }
    }
    expect(readable).toEqual([]);
  });

  it('may be read by the pages of the list, named one by one, and by none of them on the authorization server', async () => {
    for (const origin of [BANK, FRIEND]) {
      const { headers } = await house.portico.app.inject({ url: '/api/ui/payment/details', headers: { origin } });
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: expect.stringContaining('Origin'),
      });
      const tokens = await house.portico.app.inject({ url: '/api/v2/.well-known/openid-configuration', headers: { origin } });
      expect(tokens.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('sets cookies that scripts, other sites and plain http never get', async () => {
    const visit = await house.browse().send('GET', house.tpp.authorize('ee').address);
    const signedIn: string[] = [];
    const browser = house.browse();
    // A sign-in of the first customer waits in the victim's browser.
    const latvian = house.customers.find(({ country }) => country === 'lv') ?? house.customers[0];
    const opened = await browser.send('GET', house.tpp.authorize(latvian.country).address);
    const watched: Browser = {
      ...browser,
      async send(...call) {
        const answer = await browser.send(...call);
        signedIn.push(...answer.setCookies);
        return answer;
      },
    };
    await signInAtBank(watched, opened.headers.location ?? '', latvian);
    const cookies = [...visit.setCookies, ...signedIn].filter((cookie) => !/=;/.test(cookie));
    expect(cookies.some((cookie) => cookie.startsWith('__Host-portico-bank='))).toBe(true);
    for (const cookie of cookies)
      expect(cookie.toLowerCase(), cookie).toMatch(/^(?=.*; httponly)(?=.*; secure)(?=.*; samesite=(lax|strict))(?!.*domain=)/);
  });
});

describe('the same call from our own page', () => {
  it('does not delete an application before the password was given', async () => {
    const { browser } = victim.developer;
    const { method, path, headers } = callFor('DELETE /api/tpp', asDeveloper('/api/tpp'));
    const answer = await browser.send(method, path, { headers: without(headers, 'cookie') });
    expect(answer.status).toBe(401);
    expect(jsonOf(answer)).toMatchObject({ errors: [{ code: 'CREDENTIALS_WRONG', path: 'password' }] });
    expect((await browser.send('GET', '/api/tpp')).status).toBe(200);
  });

  it('succeeds on every route', async () => {
    // A phone answers within two minutes, and a page is idle for five at most: the tests before may have taken longer.
    // The phone shows one request at a time.
    await victim.browser.send('DELETE', victim.waiting);
    victim = await openVictim();
    for (const [name, attackOf] of Object.entries(ATTACKS)) {
      const attack = attackOf(victim);
      const { method, path, headers } = callFor(name, attack);
      const call = { headers: without(headers, 'cookie'), ...(attack.body === undefined ? {} : { body: attack.body }) };
      const answer = await browserOf(attack).send(method, path, call);
      const expected = attack.works === undefined ? [200, 201, 202, 204] : [attack.works];
      expect(expected, `${name}: ${answer.status} ${answer.text}`).toContain(answer.status);
    }
  });
});
