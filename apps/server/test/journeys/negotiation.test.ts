/** Every public text of the running server negotiates alike; documented headers pass a preflight; a password opens in any Unicode form. */
// Review of 25 November 2026, O1, O2, O3, O4, O5 and O6.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { becomeDeveloper, newDeveloper } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';

const FRIEND = 'https://friend.example';
const TEXT = 'const words = "many words";'.repeat(100);
let folder: string;
let house: House;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-negotiation-'));
  for (const name of ['index.html', 'bank.html', 'main.js']) await writeFile(join(folder, name), TEXT);
  await writeFile(join(folder, 'main.js.br'), brotliCompressSync(TEXT));
  house = await openHouse({ settings: { PORTICO_ALLOWED_ORIGINS: FRIEND }, webFolder: folder });
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => house.portico.app.inject({ method: 'GET', url, headers });
const PACKED = ['/?x=1', '/bank/receipts', '/main.js', '/pages.css', '/api/specs/payments', '/api/specs/index', '/api/specs/postman'];
const TAGGED = [...PACKED, '/api/specs/api-status', '/api/specs/api-status/incidents.atom', '/content/dev-portal-news.atom'];

describe('a public text', () => {
  it.each(PACKED)('%s has a content coding that Accept-Encoding allows, or is refused with 406', async (url) => {
    const codingOf = async (accepted: string) => {
      const { statusCode, headers } = await get(url, { 'accept-encoding': accepted });
      return [statusCode, headers['content-encoding'] ?? 'identity'];
    };
    for (const accepted of ['br', 'gzip, br', '*;q=0, br', 'identity;q=0, br']) expect(await codingOf(accepted), accepted).toEqual([200, 'br']);
    for (const accepted of ['br;q=0', 'gzip', 'br;q=0.1, identity', '']) expect(await codingOf(accepted), accepted).toEqual([200, 'identity']);
    for (const accepted of ['*;q=0', 'identity;q=0']) expect((await codingOf(accepted))[0], accepted).toBe(406);
  });

  it.each(TAGGED)('%s returns 304 for each form of a matching If-None-Match', async (url) => {
    const etag = String((await get(url)).headers.etag);
    const weak = etag.replace(/^W\//, '');
    for (const known of ['*', etag, `W/${weak}`, `"x", ${weak}`]) expect((await get(url, { 'if-none-match': known })).statusCode, known).toBe(304);
    for (const known of ['"x"', 'x', weak.slice(1, -1)]) expect((await get(url, { 'if-none-match': known })).statusCode, known).toBe(200);
  });

  it.each([
    ['application/json;q=0.5, application/yaml', 'application/yaml; charset=utf-8'],
    ['text/yaml', 'application/yaml; charset=utf-8'],
    ['application/yaml;q=0.4, application/json;q=0.5', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('of the API documents is sent for Accept: %s as %s', async (accept, type) => {
    const { headers } = await get('/api/specs/payments', { accept });
    expect(headers['content-type']).toBe(type);
    expect(headers.vary).toContain('Accept');
    expect((await get('/api/specs/payments?format=json', { accept })).headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('a preflight', () => {
  it('allows every request header that the API documents describe', async () => {
    const preflight = await house.portico.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/payments/instant-sepa-credit-transfers',
      headers: { origin: FRIEND, 'access-control-request-method': 'POST' },
    });
    const named = new Set(String(preflight.headers['access-control-allow-headers']).toLowerCase().split(/, */));
    const documented = await documentedHeaders();
    expect(documented.size).toBeGreaterThan(5);
    // A browser sends the origin itself, and no page can set it.
    expect([...documented].filter((name) => !named.has(name))).toEqual(['origin']);
  });
});

describe('a request header that the API documents describe', () => {
  it('is refused if it is sent twice: one of two values would be ignored', async () => {
    const documented = await documentedHeaders();
    expect(documented.size).toBeGreaterThan(5);
    const accepted: string[] = [];
    for (const name of documented) {
      const { body, statusCode } = await house.portico.app.inject({ url: '/api/v1/accounts', headers: { [name]: ['a', 'b'] } });
      if (statusCode !== 400 || !body.includes('comes twice')) accepted.push(name);
    }
    expect(accepted).toEqual([]);
  });
});

describe('a response to an allowed origin', () => {
  it('exposes to scripts every header that the API documents describe', async () => {
    const { headers } = await house.portico.app.inject({ url: '/api/v1/accounts', headers: { origin: FRIEND } });
    const exposed = new Set(String(headers['access-control-expose-headers']).toLowerCase().split(/, */));
    // Documents name these where an operation will go. None does at present.
    const promised = new Set(['deprecation', 'sunset', 'link']);
    const sections: { apiId: string }[] = (await get('/api/specs')).json();
    for (const { apiId } of sections) collectAnswerHeaders((await get(`/api/specs/${apiId}`)).json(), promised);
    expect(promised.size).toBeGreaterThan(5);
    expect([...promised].filter((name) => !exposed.has(name))).toEqual([]);
  });
});

async function documentedHeaders(): Promise<ReadonlySet<string>> {
  const documented = new Set<string>();
  const sections: { apiId: string }[] = (await get('/api/specs')).json();
  for (const { apiId } of sections) collectHeaders((await get(`/api/specs/${apiId}`)).json(), documented);
  return documented;
}

function collectAnswerHeaders(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { headers } = Object(value);
  if (typeof headers === 'object' && headers !== null) for (const name of Object.keys(headers)) found.add(name.toLowerCase());
  for (const member of Object.values(value)) collectAnswerHeaders(member, found);
}

function collectHeaders(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { in: place, name } = Object(value);
  if (place === 'header' && typeof name === 'string') found.add(name.toLowerCase());
  // The bank sends the requests of `callbacks` and `webhooks`.
  for (const [key, member] of Object.entries(value)) if (key !== 'callbacks' && key !== 'webhooks') collectHeaders(member, found);
}

describe('a password', () => {
  it.each([
    ['composed', 'NFC', 'NFD'],
    ['in parts', 'NFD', 'NFC'],
  ] as const)('of a sign-up that was typed %s opens in the other form, and not with other letters', async (_what, typed, other) => {
    const password = 'Kaheksa-Öötäie-1';
    const { email } = await becomeDeveloper(house.browse(), { ...newDeveloper(), password: password.normalize(typed) });
    const browser = house.browse();
    const signIn = (given: string) => browser.send('POST', '/identity/sign-in', { body: { email, password: given } });
    expect((await signIn('Kaheksa-Ootaie-1')).status).toBe(401);
    expect((await signIn(password.normalize(other))).status).toBe(200);
    const checked = await browser.send('POST', '/identity/password-check', { body: { password: password.normalize(other) } });
    expect(checked.status).toBeLessThan(300);
  });
});

describe('the authorization endpoint', () => {
  const requestOf = () => {
    const { pathname, search } = new URL(house.tpp.authorize('ee').address, house.config.publicUrl);
    return { path: pathname, form: search.slice(1) };
  };
  const V1 = '/api/v1/am/oauth2/authorize';
  const post = (url: string, payload: string, headers: Readonly<Record<string, string>> = {}) =>
    house.portico.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } });

  it('begins a sign-in for a form as for a query, in both versions, also for a cross-site form', async () => {
    const { path, form } = requestOf();
    for (const url of [path, V1]) {
      expect((await get(`${url}?${form}`)).headers.location).toMatch(/^\/bank\/sign-in\//);
      const own = await post(url, form, { origin: 'https://shop.example' });
      expect([own.statusCode, own.headers.location]).toEqual([303, expect.stringMatching(/^\/bank\/sign-in\//)]);
      expect(own.headers['access-control-allow-origin']).toBeUndefined();
      // Our cookies come with the redirect only.
      const foreign = await post(url, form, { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' });
      expect(foreign.statusCode).toBe(303);
      expect((await get(String(foreign.headers.location))).headers.location).toMatch(/^\/bank\/sign-in\//);
    }
  });

  it('refuses a repeated parameter, also in form and query, and a body that is no form', async () => {
    const { path, form } = requestOf();
    for (const url of [path, V1]) {
      for (const answer of [await post(url, `${form}&scope=openid`), await post(`${url}?scope=openid`, form), await post(url, `${form}&client_id=x`)])
        expect(answer.statusCode === 400 ? 'error=invalid_request' : answer.headers.location).toContain('error=invalid_request');
      expect((await post(url, '')).statusCode).toBe(400);
      expect((await post(url, '{}', { 'content-type': 'application/json' })).statusCode).toBe(415);
      expect((await post(url, form, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    }
  });
});

describe('the discovery document', () => {
  it.each(['v1', 'v2'])('of version %s is found behind the well-known path, too (RFC 8414 §3.1)', async (version) => {
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const below = await get(`/api/${version}/.well-known/${name}`);
      const behind = await get(`/.well-known/${name}/api/${version}`);
      expect([behind.statusCode, behind.json()]).toEqual([200, below.json()]);
      expect(behind.json().issuer).toBe(`${house.config.publicUrl}/api/${version}`);
      for (const header of ['content-type', 'cache-control', 'etag']) expect(behind.headers[header]).toBe(below.headers[header]);
    }
    for (const path of [
      '/.well-known/oauth-authorization-server',
      `/.well-known/oauth-authorization-server/api/${version}/`,
      '/.well-known/x/api/v2',
    ]) {
      expect((await get(path)).statusCode).toBe(404);
    }
  });
});
