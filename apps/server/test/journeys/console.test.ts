/** The console of the bank's staff: who gets in, what each role may do, what is masked, and what the audit log keeps of it. */
import { enterSigning } from '@portico/testkit';
import { type FastifyInstance, fastify, type InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { type ConsoleAccess, ROLES_OF_ACTS, registerConsole } from '#modules/console/index.ts';
import type { ConsoleSettings } from '#platform/config.ts';
import { buildConsole, consoleServicesOf } from '../../src/app/composition/build-console.ts';
import { CLIENT, openSmallProvider, type SmallProvider } from '../../src/testing/small-provider.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const URL_OF_CONSOLE = 'http://localhost:3904';
const ROLES = ['support', 'operations', 'provider-manager', 'auditor', 'administrator'] as const;
type Role = (typeof ROLES)[number];
const WORDS = 'The customer asks why the shop has no money yet.';
const UNKNOWN_ID = 'pay_00000000000000000000000000';

const publicRoutes: string[] = [];
const consoleRoutes: { method: string; url: string; access: ConsoleAccess | undefined }[] = [];
let house: House;
let provider: SmallProvider;
let settings: ConsoleSettings;
let app: FastifyInstance;
let paymentId: string;

const openConsole = () =>
  buildConsole(house.portico, {
    settings,
    log: pino({ level: 'silent' }),
    folder: 'no-such-folder',
    onRoute({ method, url, config }) {
      // Every server answers preflights.
      if (method !== 'OPTIONS') consoleRoutes.push({ method, url, access: config?.consoleAccess });
    },
  });

beforeAll(async () => {
  house = await openHouse({ onRoute: ({ method, url }) => publicRoutes.push(`${method} ${url}`) });
  provider = await openSmallProvider();
  settings = {
    host: 'localhost',
    port: 3904,
    url: URL_OF_CONSOLE,
    openid: { issuer: provider.issuer, ...CLIENT, isStandIn: false },
    groups: new Map(ROLES.map((role) => [`ob-${role}`, role])),
  };
  app = await openConsole();
  consoleRoutes.splice(0, consoleRoutes.length, ...new Map(consoleRoutes.map((route) => [`${route.method} ${route.url}`, route])).values());
  const browser = house.browse();
  const token = await house.token(browser);
  const created = await house.tpp.createPayment(token, orderOf('12.50'));
  paymentId = created.paymentId;
  const page = await enterSigning(browser, created.scaRedirect, house.customers[0]);
  const [iban = ''] = await page.ibans();
  await page.sign(iban);
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await house.close();
});

interface Sent {
  readonly cookie?: string | undefined;
  readonly body?: object;
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly server?: FastifyInstance;
}
async function send(
  method: NonNullable<InjectOptions['method']>,
  url: string,
  { cookie, body, address = '127.0.0.1', headers, server = app }: Sent = {},
) {
  return server.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      host: 'localhost:3904',
      ...(method === 'GET' ? {} : { origin: URL_OF_CONSOLE, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}
const cookieOf = (answer: { headers: Record<string, unknown> }, name: string): string =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`) && !line.startsWith(`${name}=;`))
    ?.split(';')[0] ?? '';

async function begin(address?: string) {
  const started = await send('GET', '/sign-in/start', address === undefined ? {} : { address });
  const location = new URL(String(started.headers.location));
  provider.state.request = location.searchParams;
  return { location, cookie: cookieOf(started, 'portico-console-sign-in') };
}
interface SignIn {
  readonly groups?: unknown;
  readonly name?: string;
  readonly address?: string;
}
async function comeBack({ groups, name = 'Tiina Tugi', address = '127.0.0.1' }: SignIn, change: Record<string, string> = {}, cookie?: string) {
  const begun = await begin(address);
  provider.state.person = { sub: `sub of ${name}` };
  provider.state.shape = { claims: { name, groups } };
  const query = new URLSearchParams({ code: 'good-code', state: begun.location.searchParams.get('state') ?? '', iss: provider.issuer, ...change });
  return send('GET', `/sign-in/callback?${query}`, { cookie: cookie ?? begun.cookie, address, headers: { 'sec-fetch-site': 'cross-site' } });
}
async function signIn(role: Role, options: Omit<SignIn, 'groups'> = {}): Promise<string> {
  const cookie = cookieOf(await comeBack({ ...options, groups: [`ob-${role}`, 'others'] }), 'portico-console');
  expect(cookie).toMatch(/^portico-console=[\w-]{43}$/);
  return cookie;
}
const lookUp = (cookie: string | undefined, id: string, more: Sent = {}) => send('POST', '/api/console/look-ups', { cookie, body: { id }, ...more });
const show = (cookie: string, body: object) => send('POST', '/api/console/shown-values', { cookie, body });
const statusOf = async (cookie: string, more: Sent = {}) => (await send('GET', '/api/console/session', { cookie, ...more })).statusCode;
async function entriesOf(operator: string) {
  const entries = [];
  for await (const { event, ids, content } of exportAudit(house.database.db, { chain: 'operators' }))
    if (ids.operator === operator) entries.push({ event, ids, content });
  return entries;
}

describe('the addresses', () => {
  it('have no route of the console on the public server, and none of the portal on the console', () => {
    const ofConsole = consoleRoutes.map(({ method, url }) => `${method} ${url}`);
    expect(ofConsole.length).toBeGreaterThan(10);
    // Both servers have a start page, each its own.
    const shared = ofConsole.filter((route) => publicRoutes.includes(route) && !/^(?:GET|HEAD) \/$/.test(route));
    expect(shared).toEqual([]);
  });

  it.each(['/api/console/session', '/sign-in', '/audit', '/find'])('return 404 for %s on the public server', async (url) => {
    expect((await house.portico.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode).toBe(404);
  });

  it.each(['/api/specs', '/config.json', '/api/v1/accounts', '/bank/to-sign', '/healthz'])('return 404 for %s on the console', async (url) => {
    expect((await send('GET', url)).statusCode).toBe(404);
  });

  it('refuse a route that does not declare who may call it', async () => {
    const other = fastify();
    registerConsole(other, consoleServicesOf(house.portico, settings));
    expect(() => other.get('/forgotten', async () => 'open')).toThrow('GET /forgotten does not declare who may call it');
    await other.close();
  });
});

describe('a sign-in', () => {
  it('asks the provider with code, PKCE, state and nonce', async () => {
    const { location } = await begin();
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: `${URL_OF_CONSOLE}/sign-in/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('sets a Strict cookie that scripts cannot read, and continues on a page of the console', async () => {
    const answer = await comeBack({ groups: 'ob-auditor' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('http-equiv="refresh"');
    expect(String(answer.headers['set-cookie'])).toMatch(/portico-console=[^;]+; Path=\/; HttpOnly; SameSite=Strict/);
  });

  it('gives the session the roles of all groups', async () => {
    const cookie = cookieOf(await comeBack({ groups: ['ob-auditor', 'ob-support', 'ob-support'] }), 'portico-console');
    expect((await send('GET', '/api/console/session', { cookie })).json()).toEqual({
      name: 'Tiina Tugi',
      roles: ['support', 'auditor'],
      acts: ['overview', 'find', 'show', 'payments', 'providers', 'requests', 'revoke', 'audit'],
      isProduction: false,
    });
  });

  it.each<[what: string, groups: unknown]>([
    ['an unknown group', ['staff']],
    ['no groups', undefined],
    ['the name of a role in place of a group', ['administrator']],
    ['groups that are no texts', [{ 'ob-support': true }, 7, null]],
    ['a text that contains a group', 'ob-support,ob-auditor'],
  ])('with %s has no session, says so and is recorded', async (_what, groups) => {
    const answer = await comeBack({ groups, name: 'Erik Eikeegi' });
    expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/sign-in?problem=noRole' } });
    expect(cookieOf(answer, 'portico-console')).toBe('');
    expect((await entriesOf('Erik Eikeegi')).at(-1)).toMatchObject({ event: 'console.sign-in-refused' });
  });

  it.each<[what: string, change: Record<string, string>, problem: string]>([
    ['another state', { state: 'f'.repeat(64) }, 'expired'],
    ['without a state', { state: '' }, 'expired'],
    ['another code', { code: 'stolen-code' }, 'failed'],
    ['an answer of another issuer', { iss: 'https://evil.example' }, 'failed'],
    ['a refusal at the provider', { code: '', error: 'access_denied' }, 'cancelled'],
  ])('ends without a session after %s', async (_what, change, problem) => {
    const answer = await comeBack({ groups: ['ob-support'] }, change);
    expect(answer).toMatchObject({ statusCode: 303, headers: { location: `/sign-in?problem=${problem}` } });
    expect(cookieOf(answer, 'portico-console')).toBe('');
  });

  it('ends without a session in a browser that did not begin it', async () => {
    for (const cookie of ['portico-console-sign-in=', (await begin()).cookie]) {
      const answer = await comeBack({ groups: ['ob-support'] }, {}, cookie);
      expect(answer.headers.location).toBe('/sign-in?problem=expired');
    }
  });

  it('ends without a session when the provider signed for another sign-in', async () => {
    const begun = await begin();
    provider.state.shape = { claims: { nonce: 'of another sign-in', groups: ['ob-support'] } };
    const query = new URLSearchParams({ code: 'good-code', state: begun.location.searchParams.get('state') ?? '', iss: provider.issuer });
    expect((await send('GET', `/sign-in/callback?${query}`, { cookie: begun.cookie })).headers.location).toBe('/sign-in?problem=failed');
  });

  it('says that the provider does not respond', async () => {
    provider.state.fails = { path: '/token', how: 'down' };
    const answer = await comeBack({ groups: ['ob-support'] });
    provider.state.fails = undefined;
    expect(answer.headers.location).toBe('/sign-in?problem=unavailable');
  });
});

describe('a session', () => {
  it('works on a second server, and after a restart', async () => {
    const cookie = await signIn('support');
    const second = await openConsole();
    expect(await statusOf(cookie, { server: second })).toBe(200);
    await second.close();
  });

  it('works from no other address', async () => {
    const cookie = await signIn('support', { address: '10.1.2.3' });
    expect(await statusOf(cookie, { address: '10.1.2.3' })).toBe(200);
    expect(await statusOf(cookie, { address: '10.1.2.4' })).toBe(401);
  });

  it.each([
    ['15 minutes without a call', 'last_seen_at', 15 * 60],
    ['8 hours', 'started_at', 8 * 60 * 60],
  ])('ends after %s', async (_what, column, seconds) => {
    const cookie = await signIn('support', { name: `Ended ${column}` });
    const age = (by: number) =>
      house.database.query(`update console_session set ${column} = now() - $1::integer * interval '1 second' where operator = $2`, [
        by,
        `Ended ${column}`,
      ]);
    await age(seconds - 60);
    expect(await statusOf(cookie)).toBe(200);
    await age(seconds);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends at log out, on every server', async () => {
    const cookie = await signIn('support', { name: 'Lahkuja' });
    expect((await send('DELETE', '/api/console/session', { cookie })).statusCode).toBe(204);
    expect(await statusOf(cookie)).toBe(401);
    expect((await entriesOf('Lahkuja')).map(({ event }) => event)).toEqual(['console.signed-in', 'console.signed-out']);
  });

  it('is not begun by a cookie of the portal', async () => {
    expect(await statusOf(`portico-console=${'A'.repeat(43)}`)).toBe(401);
    expect(await statusOf(`__Host-portico-developer=${'A'.repeat(43)}`)).toBe(401);
  });

  it('has a cookie with the prefix __Host- where the console is on https', async () => {
    const other = await buildConsole(house.portico, {
      settings: { ...settings, url: 'https://console.bank.example' },
      log: pino({ level: 'silent' }),
      folder: 'none',
    });
    const started = await send('GET', '/sign-in/start', { server: other });
    expect(String(started.headers['set-cookie'])).toMatch(/^__Host-portico-console-sign-in=.*Secure/);
    await other.close();
  });
});

describe('the roles', () => {
  it.each(ROLES)('%s: every route is allowed or refused as the table says', async (role) => {
    const cookie = await signIn(role, { name: `Roll ${role}` });
    const seen: string[] = [];
    for (const { method, url, access } of consoleRoutes) {
      if (access === 'open') continue;
      if (access === undefined) throw new Error(`${method} ${url} declares nothing.`);
      const answer = await send(method as 'GET', url, { cookie, ...(method === 'POST' ? { body: { id: 'short' } } : {}) });
      const allowed = access === 'page' || access === 'session' || ROLES_OF_ACTS[access].includes(role);
      seen.push(`${method} ${url}`);
      expect(answer.statusCode === 403, `${role} ${method} ${url}: ${answer.statusCode}`).toBe(!allowed);
    }
    expect(seen).toContain('POST /api/console/shown-values');
  });

  it('need a session: calls get 401 and pages lead to the sign-in', async () => {
    for (const { method, url, access } of consoleRoutes) {
      if (access === 'open') continue;
      const answer = await send(method as 'GET', url, method === 'POST' ? { body: { id: paymentId } } : {});
      expect({ url, status: answer.statusCode, to: answer.headers.location }).toEqual(
        access === 'page' ? { url, status: 303, to: '/sign-in' } : { url, status: 401, to: undefined },
      );
    }
  });

  it('say which role lacks the right and that nothing was read', async () => {
    const answer = await lookUp(await signIn('administrator', { name: 'Heli Haldur' }), paymentId);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'ROLE_INVALID', text: expect.stringContaining('administrator') }] });
    expect((await entriesOf('Heli Haldur')).map(({ event }) => event)).not.toContain('console.found');
  });
});

describe('a request of another site', () => {
  it.each<[what: string, headers: Record<string, string>]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the portal', { origin: 'http://localhost:3000' }],
    ['of a form', { 'content-type': 'text/plain' }],
    ['without an origin', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused, also with a session', async (_what, headers) => {
    const cookie = await signIn('support');
    for (const url of ['/api/console/look-ups', '/api/console/shown-values', '/api/console/audit-pages'])
      expect((await send('POST', url, { cookie, body: { id: paymentId }, headers })).statusCode).toBe(403);
    expect((await send('DELETE', '/api/console/session', { cookie, headers })).statusCode).toBe(403);
    expect(await statusOf(cookie)).toBe(200);
  });
});

describe('a look-up', () => {
  it('returns the history of a payment with masked values only', async () => {
    const answer = await lookUp(await signIn('support', { name: 'Leidja' }), paymentId);
    expect(answer.statusCode).toBe(200);
    const found = answer.json();
    expect(found).toMatchObject({ kind: 'payment', id: paymentId, amount: { amount: '12.50', currency: 'EUR' } });
    expect(found.events.map(({ event }: { event: string }) => event)).toEqual(expect.arrayContaining(['payment.received', 'signing.signed']));
    const [customer] = house.customers;
    const [first = '', last = ''] = customer.name.split(' ');
    expect(found.personal).toContainEqual({ field: 'payer', masked: `${first} ${last.slice(0, 1)}•••` });
    expect(found.personal).toContainEqual({ field: 'payerAccount', masked: expect.stringMatching(/^EE\d\d •••• \d{4}$/) });
    for (const secret of [customer.nationalIdentityNumber, last]) expect(answer.body).not.toContain(secret);
    expect(answer.body).not.toMatch(/[A-Z]{2}\d{13,}/);
  });

  it('by the id of the signing session or of the request finds the payment or the request', async () => {
    const cookie = await signIn('support');
    const { events } = (await lookUp(cookie, paymentId)).json();
    const sessionId = events.find(({ event }: { event: string }) => event === 'signing.opened').details.sessionId;
    expect((await lookUp(cookie, sessionId)).json()).toMatchObject({ kind: 'payment', id: paymentId });
  });

  it('lists who looked at the payment before, by any of its ids, and which values they saw', async () => {
    const cookie = await signIn('support', { name: 'Esimene Vaataja' });
    const { events } = (await lookUp(cookie, paymentId)).json();
    const sessionId = events.find(({ event }: { event: string }) => event === 'signing.opened').details.sessionId;
    await show(cookie, { id: paymentId, fields: ['payee'], reason: 'providerAsks', words: WORDS });
    await lookUp(cookie, UNKNOWN_ID);
    const { lookedAtBy } = (await lookUp(await signIn('auditor', { name: 'Teine Vaataja' }), sessionId)).json();
    const entry = { position: expect.any(Number), at: expect.any(String) };
    expect(lookedAtBy.slice(0, 3)).toEqual([
      { ...entry, operator: 'Teine Vaataja' },
      { ...entry, operator: 'Esimene Vaataja', shown: ['payee'], reason: 'providerAsks' },
      { ...entry, operator: 'Esimene Vaataja' },
    ]);
  });

  it('is recorded before it reads, also if it finds nothing', async () => {
    const cookie = await signIn('support', { name: 'Otsija' });
    expect((await lookUp(cookie, UNKNOWN_ID)).statusCode).toBe(404);
    expect((await entriesOf('Otsija')).at(-1)).toMatchObject({
      event: 'console.found',
      ids: { operator: 'Otsija', roles: 'support', about: UNKNOWN_ID },
    });
  });

  it.each(['', 'short', 'a b c d e f', "' or 1=1 --", 'x'.repeat(101), '../../etc/passwd'])('refuses %j, which is no id', async (id) => {
    expect((await lookUp(await signIn('support'), id)).statusCode).toBe(400);
  });
});

describe('personal values', () => {
  const body = (change: object = {}) => ({ id: paymentId, fields: ['payer', 'payerAccount'], reason: 'customerAsks', words: WORDS, ...change });

  it('are shown with a reason for 15 minutes, and the audit log keeps who, what and why', async () => {
    const cookie = await signIn('operations', { name: 'Mart Maksed' });
    const before = Date.now();
    const { values, until } = (await show(cookie, body())).json();
    expect(values).toEqual([
      { field: 'payer', value: house.customers[0].name },
      { field: 'payerAccount', value: expect.stringMatching(/^EE\d{18}$/) },
    ]);
    expect(Date.parse(until) - before).toBeGreaterThan(14 * 60_000);
    expect((await entriesOf('Mart Maksed')).at(-1)).toEqual({
      event: 'console.shown',
      ids: expect.objectContaining({ about: paymentId, fields: 'payer payerAccount', reason: 'customerAsks', roles: 'operations' }),
      content: JSON.stringify({ words: WORDS }),
    });
  });

  it.each<[what: string, change: object]>([
    ['without a reason', { reason: undefined }],
    ['with a reason that the list does not have', { reason: 'curious' }],
    ['with too few words', { words: 'because' }],
    ['with white space for words', { words: ' '.repeat(40) }],
    ['with dots for words', { words: '. '.repeat(20) }],
    ['with invisible characters for words', { words: '\u200b \u2800 '.repeat(10) }],
    ['with one long word', { words: 'x'.repeat(40) }],
    ['without values', { fields: [] }],
    ['with an unknown value', { fields: ['pin'] }],
    ['with a value twice', { fields: ['payer', 'payer'] }],
    ['with a value that a payment lacks', { fields: ['holder'] }],
    ['with a further member', { isAdmin: true }],
  ])('are not shown %s', async (_what, change) => {
    expect((await show(await signIn('support'), body(change))).statusCode).toBe(400);
  });

  it('of an unknown payment are not shown, and the attempt is recorded', async () => {
    const cookie = await signIn('support', { name: 'Proovija' });
    expect((await show(cookie, body({ id: UNKNOWN_ID }))).statusCode).toBe(404);
    expect((await entriesOf('Proovija')).at(-1)).toMatchObject({ event: 'console.shown', ids: { about: UNKNOWN_ID } });
  });
});

describe('the audit page', () => {
  const page = async (cookie: string, body: object) => (await send('POST', '/api/console/audit-pages', { cookie, body })).json();

  it('lists who read what, newest first and with the words, by operator, page by page', async () => {
    const reader = await signIn('support', { name: 'Palju Vaataja' });
    for (let count = 0; count < 60; count += 1) await lookUp(reader, UNKNOWN_ID);
    await show(reader, { id: paymentId, fields: ['payee'], reason: 'fraudSuspected', words: WORDS });
    const auditor = await signIn('auditor', { name: 'Aivar Audiitor' });
    const first = await page(auditor, { operator: 'Palju Vaataja' });
    expect(first.entries).toHaveLength(50);
    expect(first.entries[0]).toMatchObject({
      event: 'console.shown',
      operator: 'Palju Vaataja',
      details: { reason: 'fraudSuspected', words: WORDS },
    });
    expect(first.operators).toEqual(expect.arrayContaining(['Aivar Audiitor', 'Palju Vaataja']));
    const second = await page(auditor, { operator: 'Palju Vaataja', before: first.next });
    expect(second.entries).toHaveLength(12);
    expect(second.next).toBeUndefined();
    const positions = [...first.entries, ...second.entries].map(({ position }: { position: number }) => position);
    expect(positions).toEqual(positions.toSorted((left: number, right: number) => right - left));
    expect((await page(auditor, {})).entries[0]).toMatchObject({ event: 'console.audit-read', operator: 'Aivar Audiitor' });
  });

  it.each([{ before: 0 }, { before: 'x' }, { operator: '' }, { chain: 'payment' }])('refuses %j', async (body) => {
    const cookie = await signIn('auditor');
    expect((await send('POST', '/api/console/audit-pages', { cookie, body })).statusCode).toBe(400);
  });
});
