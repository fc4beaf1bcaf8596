/**
 * T4: another site cannot use the cookies of a customer's browser. The routes come from the running server: one that changes
 * something and is in neither table below fails here on its first day.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, jsonOf, type SigningPage, signInAtBank, textOf, type WireAnswer, type WireRequest } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { overInject } from '../../testing/over-inject.ts';
import { type House, openHouse, orderOf } from '../testing/open-house.ts';

const BANK = 'https://bank.example';
const FRIEND = 'https://portal.example';
const JSON_TYPE = 'application/json';
const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** Change something although they are GET: denied like the others, from the day they exist. */
const CHANGING_GETS = ['GET /api/tpp/refresh'];

/** No cookie gives authority here, so none can be abused: what each call needs instead. */
const WITHOUT_COOKIE: Readonly<Record<string, string>> = {
  'POST /api/v2/openam/token': 'client secret, and the code with its verifier',
  'POST /api/v2/openam/token/revocation': 'client secret, and the token itself',
  'POST /api/v1/payments/:paymentProduct': 'bearer token of the application',
  'PUT /api/v1/payments/:paymentProduct/:paymentId/authorisations/:authorisationId': 'bearer token of the application; always 405',
  ...Object.fromEntries(
    ['signing-baskets', 'card-accounts'].flatMap((service) =>
      ['POST', 'PUT', 'DELETE'].flatMap((method) => ['', '/*'].map((rest) => [`${method} /api/v1/${service}${rest}`, 'not offered: always 405'])),
    ),
  ),
};

interface Victim {
  readonly browser: Browser;
  readonly page: SigningPage;
  readonly otherPage: SigningPage;
  /** `/bank/sign-in/{id}` of a sign-in whose phone still waits, and of one not yet started. */
  readonly waiting: string;
  readonly fresh: string;
  readonly challengeId: string;
  readonly iban: string;
}

interface Attack {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What would do harm on each route, with everything the attacker could possibly know. In an order in which all of it works. */
const ATTACKS: Readonly<Record<string, (victim: Victim) => Attack>> = {
  'PUT /bank/device': () => ({ path: '/bank/device', body: { automatic: true } }),
  'POST /bank/device/challenges/:challengeId/answer': ({ challengeId }) => ({
    path: `/bank/device/challenges/${challengeId}/answer`,
    body: { answer: 'approve' },
  }),
  'POST /api/ui/activity': ({ page }) => ({ path: '/api/ui/activity', headers: page.headers }),
  'DELETE /api/ui/payment': ({ otherPage }) => ({ path: '/api/ui/payment', headers: otherPage.headers }),
  'PUT /api/ui/payment': ({ page, iban }) => ({ path: '/api/ui/payment', headers: page.headers, body: { debtorAccountIban: iban } }),
  'POST /bank/sign-in/:id/authentication': ({ fresh }) => ({ path: `${fresh}/authentication`, body: identity() }),
  'DELETE /bank/sign-in/:id': ({ fresh }) => ({ path: fresh }),
  'POST /bank/sign-in/:id/completion': ({ waiting }) => ({ path: `${waiting}/completion` }),
  'DELETE /bank/session': () => ({ path: '/bank/session' }),
};

type Headers = Readonly<Record<string, string>>;

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
    settings: { PORTICO_PUBLIC_URL: BANK, PORTICO_ALLOWED_ORIGINS: FRIEND },
    onRoute: (route) => void routes.push(route),
  });
  send = overInject(house.portico.app, BANK);
  victim = await openVictim();
});
afterAll(() => house.close());

async function openVictim(): Promise<Victim> {
  const browser = house.browse();
  const token = await house.token(browser);
  const open = async () => enterSigning(browser, (await house.tpp.createPayment(token, orderOf('1.00'))).scaRedirect, house.customers[0]);
  const page = await open();
  const otherPage = await open();
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const signIn = async () => (await browser.send('GET', house.tpp.authorize('ee').address)).headers.location ?? '';
  const waiting = await signIn();
  const fresh = await signIn();
  await browser.send('POST', `${waiting}/authentication`, { body: identity() });
  const device = jsonOf(await browser.send('GET', '/bank/device/challenges'));
  const shown: unknown = Object(device).challenges;
  const running = (Array.isArray(shown) ? shown : []).find((challenge) => Object(challenge).state === 'started');
  return { browser, page, otherPage, waiting, fresh, challengeId: textOf(running, 'challengeId'), iban };
}

const TABLES = [
  'payment',
  'signing_session',
  'signing_entry',
  'bank_session',
  'sign_in',
  'challenge',
  'method_attempt',
  'device_preference',
  'ledger_entry',
  'account_hold',
  'oauth_artifact',
  'audit_entry',
];

/** One fingerprint for each table. */
async function snapshot(): Promise<unknown> {
  const columns = TABLES.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  const { rows } = await house.database.query(`select ${columns.join(', ')}`);
  return rows[0];
}

function callFor(name: string, attack: Attack): { method: WireRequest['method']; path: string; headers: Headers; body: string | undefined } {
  const [method] = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((known) => name.startsWith(`${known} `));
  if (method === undefined) throw new Error(`Add the method of ${name} to this test.`);
  const { path } = attack;
  const headers = {
    origin: BANK,
    'content-type': JSON_TYPE,
    'x-request-id': randomUUID(),
    cookie: victim.browser.cookieHeader(path),
    ...attack.headers,
  };
  return { method, path, headers, body: attack.body === undefined ? undefined : JSON.stringify(attack.body) };
}

describe('every route that changes something', () => {
  it('is in one of the two tables', () => {
    const known = [...Object.keys(ATTACKS), ...Object.keys(WITHOUT_COOKIE)].sort();
    expect([...new Set(changing())].sort()).toEqual(known);
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
    expect((await victim.browser.send('GET', '/api/ui/payment/details', { headers: victim.page.headers })).status).toBe(200);
  });

  it('that reads no cookie answers the same with the cookies of a customer as without', async () => {
    const before = await snapshot();
    for (const name of Object.keys(WITHOUT_COOKIE)) {
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
      expect([400, 401, 405], name).toContain(answer.status);
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe('an answer', () => {
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
    const opened = await browser.send('GET', house.tpp.authorize('ee').address);
    const watched: Browser = {
      ...browser,
      async send(...call) {
        const answer = await browser.send(...call);
        signedIn.push(...answer.setCookies);
        return answer;
      },
    };
    await signInAtBank(watched, opened.headers.location ?? '', house.customers[0]);
    const cookies = [...visit.setCookies, ...signedIn].filter((cookie) => !/=;/.test(cookie));
    expect(cookies.some((cookie) => cookie.startsWith('__Host-portico-bank='))).toBe(true);
    for (const cookie of cookies)
      expect(cookie.toLowerCase(), cookie).toMatch(/^(?=.*; httponly)(?=.*; secure)(?=.*; samesite=(lax|strict))(?!.*domain=)/);
  });
});

describe('the same call from our own page', () => {
  it('works on every route, so that it was the disguise that was refused', async () => {
    for (const [name, attackOf] of Object.entries(ATTACKS)) {
      const { method, path, headers, body } = callFor(name, attackOf(victim));
      const answer = await send({ method, path, headers, body });
      expect([200, 204], `${name}: ${answer.status} ${answer.text}`).toContain(answer.status);
    }
  });
});
