import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from './testing/oauth-house.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
const audit = createAudit({ keyAudit: Buffer.alloc(32, 1) });
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, audit);
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

const REQUEST: Readonly<Record<string, string>> = {
  client_id: APP.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  state: 'state-1',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

function authorizationUrl(change: Readonly<Record<string, string | undefined>> = {}, suffix = ''): string {
  const params = Object.entries({ ...REQUEST, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${house.issuer}/am/realms/psd2/protocol/openid-connect/auth?${new URLSearchParams(params).toString()}${suffix}`;
}

/** From the website to the website: redirect, sign-in, resume. Answers the address the browser is sent back to. */
async function signIn(url: string, browser = new Browser(house.publicUrl)): Promise<URL> {
  const page = await browser.send(url);
  expect(page.status, await page.clone().text()).toBe(303);
  const signInPath = page.headers.get('location') ?? '';
  expect(signInPath).toMatch(/^\/bank\/sign-in\/[\w-]{21,}$/);
  const completion = await browser.send(`${signInPath}/completion`, { method: 'POST' });
  expect(completion.status, await completion.clone().text()).toBe(200);
  const { location } = await readJson(completion);
  const resumed = await browser.send(String(location));
  expect(resumed.status).toBe(303);
  return new URL(resumed.headers.get('location') ?? '');
}

const newCode = async (change: Readonly<Record<string, string | undefined>> = {}) =>
  (await signIn(authorizationUrl(change))).searchParams.get('code') ?? '';

interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json();
  return Object.fromEntries(Object.entries(typeof body === 'object' && body !== null ? body : {}));
}

async function exchange(
  code: string,
  change: Readonly<Record<string, string | undefined>> = {},
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    client_id: APP.clientId,
    client_secret: SECRET,
    code_verifier: VERIFIER,
  };
  const params = Object.entries({ ...form, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return postToken(new URLSearchParams(params).toString(), { 'content-type': 'application/x-www-form-urlencoded', ...headers });
}

async function postToken(body: string, headers: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${house.issuer}/openam/token`, { method: 'POST', body, headers });
  return { status: response.status, body: await readJson(response) };
}

const callApi = (token: string) => fetch(`${house.publicUrl}/api/v1/who`, { headers: { authorization: `Bearer ${token}` } });

async function discover(): Promise<client.Configuration> {
  return client.discovery(new URL(house.issuer), APP.clientId, {}, client.ClientSecretPost(SECRET), { execute: [client.allowInsecureRequests] });
}

describe('an ordinary OpenID client', () => {
  it('completes the code flow from discovery', async () => {
    const configuration = await discover();
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      bank_country: 'lv',
      locale: 'lv',
    });
    const back = await signIn(url.href);
    expect(back.searchParams.get('iss')).toBe(house.issuer);

    const tokens = await client.authorizationCodeGrant(configuration, back, { pkceCodeVerifier, expectedState, expectedNonce });
    expect(tokens.expires_in).toBe(3600);
    expect(tokens.refresh_token).toMatch(/^[\w-]{43}$/);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ sub: 'sbx_one:cus_mari', nonce: expectedNonce, bank_country: 'lv', auth_time: expect.any(Number) });

    expect(await readJson(await callApi(tokens.access_token))).toEqual({
      appId: 'app_lumen',
      clientId: 'lumen-books',
      sandboxId: 'sbx_one',
      customerId: 'cus_mari',
      bankCountry: 'lv',
      locale: 'lv',
      profile: 'basic',
      signsRequests: false,
    });
  });

  it('finds only supported features in the discovery document', async () => {
    const metadata = (await discover()).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: house.issuer,
      token_endpoint: `${house.issuer}/openam/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'offline_access'],
      response_modes_supported: ['query', 'fragment'],
    });
    for (const endpoint of ['userinfo_endpoint', 'registration_endpoint', 'mtls_endpoint_aliases', 'tls_client_certificate_bound_access_tokens']) {
      expect(metadata).not.toHaveProperty(endpoint);
    }
  });

  it('may exchange the code with a JSON body or with Basic authentication', async () => {
    const json = {
      grant_type: 'authorization_code',
      code: await newCode(),
      redirect_uri: REDIRECT_URI,
      client_id: APP.clientId,
      client_secret: SECRET,
    };
    expect((await postToken(JSON.stringify({ ...json, code_verifier: VERIFIER }), { 'content-type': 'application/json' })).status).toBe(200);
    const basic = { authorization: `Basic ${Buffer.from(`${APP.clientId}:${SECRET}`).toString('base64')}` };
    expect((await exchange(await newCode(), { client_id: undefined, client_secret: undefined }, basic)).status).toBe(200);
  });

  it('may send a nonce instead of a challenge', async () => {
    const code = await newCode({ code_challenge: undefined, code_challenge_method: undefined, nonce: 'n-1' });
    expect((await exchange(code, { code_verifier: undefined })).status).toBe(200);
  });

  it('can revoke its token', async () => {
    const configuration = await discover();
    const { body } = await exchange(await newCode());
    const token = String(body.access_token);
    expect((await callApi(token)).status).toBe(200);
    await client.tokenRevocation(configuration, token);
    const refused = await callApi(token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });
});

describe('the sign-in', () => {
  it('has the application, the bank country and the language of the request', async () => {
    await new Browser(house.publicUrl).send(authorizationUrl({ bank_country: 'lt', locale: 'ru' }));
    expect(house.opened.at(-1)).toMatchObject({
      purpose: 'authorization',
      tppName: 'Lumen Books OÜ (demo)',
      tppApplicationName: 'Lumen Books',
      bankCountry: 'lt',
      locale: 'ru',
    });
  });

  it('defaults to the Estonian bank, and to English for an unsupported language', async () => {
    await new Browser(house.publicUrl).send(authorizationUrl({ locale: 'tlh' }));
    expect(house.opened.at(-1)).toMatchObject({ bankCountry: 'ee', locale: 'en' });
  });

  it.each([
    [{ ui_locales: 'et' }, 'et'],
    [{ ui_locales: 'de-CH lv-LV ru' }, 'lv'],
    [{ ui_locales: 'de' }, 'en'],
    [{ locale: 'lt', ui_locales: 'et' }, 'lt'],
    [{ locale: 'tlh', ui_locales: 'et' }, 'et'],
    [{ locale: 'ET' }, 'et'],
  ])('of the request %j has the language %s', async (change, locale) => {
    await new Browser(house.publicUrl).send(authorizationUrl(change));
    expect(house.opened.at(-1)).toMatchObject({ locale });
  });

  it.each([
    [{}, 'lv-LV,lv;q=0.9,en;q=0.8', 'lv'],
    [{ locale: 'tlh' }, 'ru', 'ru'],
    [{ locale: 'et' }, 'ru', 'et'],
    [{ ui_locales: 'lt' }, 'ru', 'lt'],
    [{}, 'de', 'en'],
  ])('of the request %j with Accept-Language %s has the language %s', async (change, language, locale) => {
    await new Browser(house.publicUrl).send(authorizationUrl(change), { headers: { 'accept-language': language } });
    expect(house.opened.at(-1)).toMatchObject({ locale });
  });

  it('sets its cookie for its path only, and sends every security header', async () => {
    const browser = new Browser(house.publicUrl);
    const response = await browser.send(authorizationUrl());
    const path = response.headers.get('location') ?? '';
    const cookies = response.headers.getSetCookie();
    expect(cookies.find((line) => line.startsWith('portico-oauth-interaction='))).toContain(`path=${path};`);
    expect(cookies.every((line) => /httponly/i.test(line))).toBe(true);
    expect(browser.names()).toContain('test-device');
    expect(browser.names()).not.toContain('portico-oauth-session');
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id', 'referrer-policy']) {
      expect(response.headers.has(name), name).toBe(true);
    }
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('has Secure cookies and addresses of the public https URL, not of X-Forwarded-Host', async () => {
    const behindProxy = await openOAuthHouse(database, audit, { publicUrl: 'https://bank.example' });
    const url = new URL(authorizationUrl());
    const response = await behindProxy.app.inject({ url: `${url.pathname}${url.search}`, headers: { 'x-forwarded-host': 'evil.example' } });
    const cookies = [response.headers['set-cookie'] ?? []].flat().filter((line) => line.includes('portico-oauth'));
    expect(cookies.length).toBeGreaterThan(0);
    for (const line of cookies) expect(line).toMatch(/^__Secure-portico-oauth-(?:interaction|resume).*; secure/i);
    const discovery = await behindProxy.app.inject({
      url: '/api/v2/.well-known/openid-configuration',
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(discovery.json()).toMatchObject({ token_endpoint: 'https://bank.example/api/v2/openam/token' });
    await behindProxy.app.close();
  });

  it('is required for each authorization: there is no single sign-on', async () => {
    const browser = new Browser(house.publicUrl);
    await signIn(authorizationUrl(), browser);
    const again = await browser.send(authorizationUrl());
    expect(again.headers.get('location')).toMatch(/^\/bank\/sign-in\//);
    const silent = await browser.send(authorizationUrl({ prompt: 'none' }));
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  it('can run in two tabs simultaneously', async () => {
    const browser = new Browser(house.publicUrl);
    const [first, second] = [await browser.send(authorizationUrl()), await browser.send(authorizationUrl({ state: 'state-2' }))];
    for (const [page, state] of [
      [first, 'state-1'],
      [second, 'state-2'],
    ] as const) {
      const completion = await browser.send(`${page.headers.get('location') ?? ''}/completion`, { method: 'POST' });
      const resumed = await browser.send(String((await readJson(completion)).location));
      expect(new URL(resumed.headers.get('location') ?? '').searchParams.get('state')).toBe(state);
    }
  });

  it('can be cancelled: the application gets access_denied with its state', async () => {
    const browser = new Browser(house.publicUrl);
    const page = await browser.send(authorizationUrl());
    const denied = await browser.send(page.headers.get('location') ?? '', { method: 'DELETE' });
    const resumed = await browser.send(String((await readJson(denied)).location));
    const back = new URL(resumed.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'state-1', iss: house.issuer });
  });

  it('can be cancelled after it has expired: the application gets access_denied', async () => {
    const browser = new Browser(house.publicUrl);
    const path = (await browser.send(authorizationUrl())).headers.get('location') ?? '';
    await setClock(database, 16 * 60_000, 'sbx_one');
    const denial = await browser.send(path, { method: 'DELETE' });
    expect(denial.status, await denial.clone().text()).toBe(200);
    const back = new URL((await browser.send(String((await readJson(denial)).location))).headers.get('location') ?? '');
    await setClock(database, 0, 'sbx_one');
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual(['access_denied', 'state-1']);
  });

  it('cannot be completed by another browser, twice, or for a customer of another sandbox', async () => {
    const browser = new Browser(house.publicUrl);
    const path = (await browser.send(authorizationUrl())).headers.get('location') ?? '';
    const foreign = await new Browser(house.publicUrl).send(`${path}/completion`, { method: 'POST' });
    expect(foreign.status).toBe(410);
    expect(await foreign.json()).toMatchObject({ errors: [{ code: 'SIGN_IN_UNKNOWN' }] });
    const other = await browser.send(`${path}/completion`, { method: 'POST', headers: { 'test-sandbox': 'sbx_two' } });
    expect([other.status, await other.json()]).toMatchObject([400, { errors: [{ code: 'CUSTOMER_UNKNOWN', path: 'nationalIdentityNumber' }] }]);
    const { location } = await readJson(await browser.send(`${path}/completion`, { method: 'POST' }));
    expect((await browser.send(String(location))).status).toBe(303);
    expect((await browser.send(`${path}/completion`, { method: 'POST' })).status).toBe(410);
    const twice = await browser.send(String(location));
    expect(twice.status).toBe(400);
    expect(await twice.text()).toContain('This sign-in has ended');
  });
});

describe('the guard of the API refuses', () => {
  const who = (authorization?: string) => fetch(`${house.publicUrl}/api/v1/who`, authorization === undefined ? {} : { headers: { authorization } });

  it.each([
    [undefined, 'TOKEN_UNKNOWN'],
    ['Bearer unknown', 'TOKEN_UNKNOWN'],
    ['Bearer', 'TOKEN_INVALID'],
    ['Bearer a b', 'TOKEN_INVALID'],
    ['Basic eDp5', 'TOKEN_INVALID'],
    [`Bearer ${'a'.repeat(600)}`, 'TOKEN_INVALID'],
  ])('%s', async (authorization, code) => {
    const response = await who(authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ tppMessages: [{ category: 'ERROR', code }] });
  });

  it('a token that has expired, by tenant time too', async () => {
    const token = String((await exchange(await newCode())).body.access_token);
    await setClock(database, 3_601_000, 'sbx_one');
    const response = await callApi(token);
    await setClock(database, 0, 'sbx_one');
    expect(await response.json()).toMatchObject({ tppMessages: [{ code: 'TOKEN_EXPIRED' }] });
  });
});

describe('the database', () => {
  it('holds no code, token, interaction id or secret, and the audit chain verifies', async () => {
    const browser = new Browser(house.publicUrl);
    const uid = ((await browser.send(authorizationUrl())).headers.get('location') ?? '').split('/').at(-1) ?? '';
    const code = await newCode();
    const token = String((await exchange(code)).body.access_token);
    const unused = await newCode();
    const { rows } = await sql<{ text: string }>`select oauth_artifact::text as text from oauth_artifact`.execute(database.db);
    const stored = rows.map(({ text }) => text).join('\n');
    for (const secret of [uid, code, token, unused, SECRET]) {
      expect(secret.length).toBeGreaterThan(15);
      expect(stored).not.toContain(secret);
    }
    expect((await audit.verify(database.db)).findings).toEqual([]);
    const events = new Set<string>();
    for await (const { event } of audit.export(database.db)) events.add(event);
    expect(events).toEqual(new Set(['token.issued', 'token.revoked']));
  });
});
