/**
 * The attacks of the review once more, in other spellings, by other routes and in other orders: what was tried and held is tried again with
 * every run, and what fell has its rule here. Threats T4, T10, T34, T35.
 */
// Review of 25 November 2026, S1, S5, S7, S12 and O1: the second attack.
import { randomBytes, randomUUID } from 'node:crypto';
import { becomeDeveloper, jsonOf, member, SITE, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS_WRITES } from '../../src/app/anonymous-writes.ts';
import { DEMO_CLIENT_ID } from '../../src/app/demo/demo-tpp.ts';
import { exchangeRaw } from '../../src/testing/raw-exchange.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';
import { offeredRoutes } from '../house/surface.ts';

const AUTHORIZATION = ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize'] as const;
let house: House;

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0', PORTICO_MAILS_PER_NETWORK_PER_HOUR: '1000' } });
  await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => house.close());
beforeEach(() => house.database.query('delete from spent_allowance'));

const send = (method: string, url: string, headers: Readonly<Record<string, string>> = {}, payload?: string) =>
  house.portico.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-request-id': randomUUID(), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const ownPage = () => ({ origin: house.config.publicUrl, 'content-type': 'application/json' });

describe('a browser that has proved nothing', () => {
  /** Of work that goes on beside every request. */
  const OF_JOBS = /^(?:audit_seal|audit_sealed_head|status_|statistics_|request_log|request_measure|mail$|installation|announcement)/;
  /** Complete bodies, so that a call is not refused for its form. */
  const BODIES: Readonly<Record<string, string>> = {
    'PUT /bank/device': '{"automatic":false}',
    'POST /bank/sign-in': '{"bankCountry":"ee","returnTo":"/bank/to-sign"}',
    'POST /identity/sign-in/code': '{"code":"123456"}',
    'POST /identity/verify-email': `{"token":"${'A'.repeat(43)}"}`,
    'POST /identity/reset-password': '{"email":"kuri@example.com","code":"12345678","password":"Lighthouse-Keeper-42"}',
  };
  /** Passwords and mails, of which one network has few (`developers/allowances.ts`). */
  const OF_ALLOWANCES = /^POST \/identity\/(?:sign-up|sign-in|forgot-password)$/;

  async function rowsByTable(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await house.database.query("select tablename as name from pg_tables where schemaname = 'public'");
    const names = rows.map((row) => textOf(row, 'name')).filter((name) => !OF_JOBS.test(name));
    const counts = names.map((name) => `select '${name}' as name, count(*)::integer as count from "${name}"`);
    const counted = await house.database.query(counts.join(' union all '));
    return Object.fromEntries(counted.rows.map((row) => [textOf(row, 'name'), Number(member(row, 'count'))]));
  }

  it('leaves no row in any table, on any route without a limit, with whole bodies, made-up cookies and a reference that opens', async () => {
    const { scaRedirect } = await house.tpp.createPayment(await house.token(house.browse()), orderOf('1.00'));
    const reference = new URL(scaRedirect).pathname.split('/').at(-1) ?? '';
    // The sandbox's authority is made once, by the first who asks for it.
    await send('GET', '/pki/ca.pem');
    const grown: string[] = [];
    let before = await rowsByTable();
    for (const { method, url } of offeredRoutes({ mode: 'development', bank: 'sandbox' })) {
      const route = `${method} ${url}`;
      if (ANONYMOUS_WRITES.has(route) || OF_ALLOWANCES.test(route)) continue;
      const cookie = ['bank', 'dev', 'device', 'sign-up', 'reset']
        .map((name) => `portico-${name}=${randomBytes(32).toString('base64url')}`)
        .join('; ');
      const address = url.replace(':reference', reference).replaceAll(/:\w+|\*/g, 'x');
      await send(method, address, { ...ownPage(), cookie }, method === 'GET' ? undefined : (BODIES[route] ?? '{}'));
      const after = await rowsByTable();
      for (const [table, count] of Object.entries(after)) if (count > (before[table] ?? 0)) grown.push(`${route}: ${table}`);
      before = after;
    }
    expect(grown).toEqual([]);
  });

  it.each(['GET /bank/sca/:reference', 'PUT /bank/device', 'POST /bank/sign-in'])('is limited by its network on %s', (route) => {
    expect(ANONYMOUS_WRITES.has(route)).toBe(true);
  });

  it('leaves no row by choosing what every device does at first, and takes its choice away by going back', async () => {
    const choices = async () => (await house.database.query('select 1 from device_preference')).rows.length;
    const [before, browser] = [await choices(), house.browse()];
    for (let times = 0; times < 3; times += 1) expect((await send('PUT', '/bank/device', ownPage(), '{"automatic":true}')).statusCode).toBe(200);
    expect(await choices()).toBe(before);
    expect((await browser.send('PUT', '/bank/device', { body: { automatic: false } })).status).toBe(200);
    expect(await choices()).toBe(before + 1);
    expect(jsonOf(await browser.send('GET', '/bank/device/challenges'))).toMatchObject({ automatic: false });
    await browser.send('PUT', '/bank/device', { body: { automatic: true } });
    expect(await choices()).toBe(before);
    expect(jsonOf(await browser.send('GET', '/bank/device/challenges'))).toMatchObject({ automatic: true });
  });
});

describe('a call of another site', () => {
  const OWN = () => house.config.publicUrl;
  it.each<[what: string, headers: () => Record<string, string>]>([
    ['with the origin in capitals', () => ({ ...ownPage(), origin: OWN().toUpperCase() })],
    ['with a slash behind the origin', () => ({ ...ownPage(), origin: `${OWN()}/` })],
    ['with a longer host', () => ({ ...ownPage(), origin: `${OWN()}.evil.example` })],
    ['with user information', () => ({ ...ownPage(), origin: `http://localhost@evil.example:3000` })],
    ['with the origin null', () => ({ ...ownPage(), origin: 'null' })],
    ['with two origins', () => ({ ...ownPage(), origin: `${OWN()} https://evil.example` })],
    ['with an empty origin', () => ({ ...ownPage(), origin: '', 'sec-fetch-site': 'same-site' })],
    ['with a Referer only', () => ({ referer: `${OWN()}/`, 'content-type': 'application/json' })],
    ['of the same site', () => ({ 'sec-fetch-site': 'same-site', 'content-type': 'application/json' })],
    ['with a type that forms can send', () => ({ ...ownPage(), 'content-type': 'text/plain; application/json' })],
    ['with two types', () => ({ ...ownPage(), 'content-type': 'application/json, text/plain' })],
    ['with a bearer beside the cookie', () => ({ origin: 'https://evil.example', authorization: 'Bearer x', 'content-type': 'application/json' })],
    ['with the method in a header', () => ({ origin: 'https://evil.example', 'x-http-method-override': 'GET', 'content-type': 'application/json' })],
  ])('%s is denied on every route that a cookie opens, before its session is looked for', async (_what, headers) => {
    const passed: string[] = [];
    for (const { method, url, door } of offeredRoutes({ mode: 'development', bank: 'sandbox' })) {
      if (method === 'GET' || !['developer', 'customer', 'device', 'signIn', 'signing', 'beginner'].includes(door) || url.startsWith('/api/v'))
        continue;
      const cookie = 'portico-dev=x; portico-bank=x';
      const answer = await send(method, url.replaceAll(/:\w+/g, 'x'), { cookie, ...headers() }, '{}');
      if (answer.json().errors?.[0]?.code !== 'ORIGIN_DENIED') passed.push(`${method} ${url}: ${answer.statusCode}`);
    }
    expect(passed).toEqual([]);
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])('cannot name another method in %s, nor in the query', async (name) => {
    const answer = await send('GET', '/api/tpp?_method=DELETE', { [name]: 'DELETE' });
    expect(answer.statusCode).toBe(401);
    expect((await send('POST', '/bank/sca/x', { ...ownPage(), [name]: 'GET' })).statusCode).toBe(405);
  });
});

describe('an address', () => {
  it.each([
    '/api/tpp/refresh/',
    '/api/tpp/refresh;x=1',
    '/api/tpp/refresh%3b',
    '/api/tpp/%2572efresh',
    '/API/tpp/refresh',
    '/api/tpp/Refresh',
    '/api/tpp/refresh%20',
    '/api/tpp/refresh%00',
    '/api/tpp/r%c0%a5fresh',
    '/api/tpp/r%ef%bd%85fresh',
    '/api/tpp/refresh.json',
    '/api/tpp/refresh%3f',
    '/api/tpp/refresh%23',
  ])('%s is not that of the call which it resembles', async (address) => {
    for (const method of ['GET', 'HEAD']) expect([400, 404]).toContain((await send(method, address, ownPage())).statusCode);
  });

  it.each(['get', 'Get', 'dELETE', 'TRACE', 'PATCH', 'PROPFIND', 'QUERY', 'GET\tPOST'])('is not answered to the method %s', async (method) => {
    const request = `${method} /config.json HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`;
    expect(await exchangeRaw(house.portico.app, request)).toMatch(/^HTTP\/1\.1 (?:400|403|404|405|501) /);
  });
});

describe('an authorization request', () => {
  const REDIRECT = `${SITE}/callback`;
  const BASE = {
    client_id: DEMO_CLIENT_ID,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    bank_country: 'ee',
  };
  const asked = (change: Readonly<Record<string, string>>) => new URLSearchParams({ ...BASE, ...change }).toString();

  it.each<[what: string, change: Record<string, string>]>([
    ['with a plain challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
    ['with a challenge without its method', { code_challenge: 'a'.repeat(43) }],
    ['with a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['with the address of a request object', { request_uri: 'https://evil.example/request' }],
    ['with form_post beside another mode', { response_mode: 'query form_post' }],
    ['with form_post in capitals', { response_mode: 'FORM_POST' }],
    ['for a token', { response_type: 'token' }],
    ['for a code and an ID token', { response_type: 'code id_token' }],
    ['that asks for no page', { prompt: 'none' }],
    ['with a registration of its own', { registration: '{"redirect_uris":["https://evil.example"]}' }],
    ['with a forged hint', { id_token_hint: 'x' }],
  ])('%s is refused to the registered address, in both versions, as query and as form', async (_what, change) => {
    for (const address of AUTHORIZATION) {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const answer of [await send('GET', `${address}?${asked(change)}`), await send('POST', address, form, asked(change))]) {
        expect(answer.statusCode).toBe(303);
        expect(String(answer.headers.location)).toMatch(/^http:\/\/127\.0\.0\.1:3001\/callback[?#]error=/);
      }
    }
  });

  it.each(['redirect_uri', 'client_id'])('with %s once in the query and once in the form is shown an error', async (name) => {
    for (const address of AUTHORIZATION) {
      const answer = await send('POST', `${address}?${name}=x`, { 'content-type': 'application/x-www-form-urlencoded' }, asked({}));
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });
});

describe('a redirect URI that its owner takes away', () => {
  const [KEPT, LOST] = ['https://kept.example/cb', 'https://lost.example/cb'];

  async function begin() {
    const developer = house.browse();
    await becomeDeveloper(developer);
    const register = async (redirectionUris: readonly string[]) =>
      expect((await developer.send('PUT', '/api/tpp', { body: { redirectionUris } })).status).toBe(200);
    await register([KEPT, LOST]);
    const clientId = textOf(jsonOf(await developer.send('GET', '/api/tpp')), 'clientId');
    const { rows } = await house.database.query(
      `select country, national_identity_number as code from customer
       where sandbox_id = (select sandbox_id from tpp_app where client_id = $1) and country = 'ee' and scenario = 'approves' and type = 'person'
         and auth_methods::text like '%SMART_ID%' limit 1`,
      [clientId],
    );
    const customer = { country: 'ee', nationalIdentityNumber: textOf(rows[0], 'code'), method: 'SMART_ID' };
    const query = { client_id: clientId, redirect_uri: LOST, response_type: 'code', scope: 'openid', nonce: 'n', state: 's', bank_country: 'ee' };
    const browser = house.browse();
    return { browser, customer, register, address: (version: 0 | 1) => `${AUTHORIZATION[version]}?${new URLSearchParams(query)}` };
  }

  const expectNowhere = ({ status, headers }: WireAnswer, expected: number) => {
    expect([status, headers.location]).toEqual([expected, undefined]);
  };

  it.each([0, 1] as const)('while the customer signs in gets no code and no refusal (%s)', async (version) => {
    const { browser, customer, register, address } = await begin();
    for (const end of ['completion', 'cancellation']) {
      await register([KEPT, LOST]);
      const page = (await browser.send('GET', address(version))).headers.location ?? '';
      await browser.send('POST', `${page}/authentication`, {
        body: { method: customer.method, nationalIdentityNumber: customer.nationalIdentityNumber },
      });
      await expect.poll(async () => member(jsonOf(await browser.send('GET', `${page}/challenge`)), 'state')).toBe('approved');
      await register([KEPT]);
      const ended = end === 'completion' ? await browser.send('POST', `${page}/completion`) : await browser.send('DELETE', page);
      expect([end, ended.status, ended.text.includes('lost.example')]).toEqual([end, 410, false]);
    }
  });

  it.each([0, 1] as const)('while the customer is on the way back gets no code (%s)', async (version) => {
    const { browser, customer, register, address } = await begin();
    const page = (await browser.send('GET', address(version))).headers.location ?? '';
    const back = await signInAtBank(browser, page, customer);
    await register([KEPT]);
    expectNowhere(await browser.send('GET', back), 400);
  });

  it('is refused to a new request at once', async () => {
    const { browser, register, address } = await begin();
    await register([KEPT]);
    for (const version of [0, 1] as const) expectNowhere(await browser.send('GET', address(version)), 400);
  });
});
