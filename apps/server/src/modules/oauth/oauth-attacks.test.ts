/**
 * What an attacker, or a careless application, sends to the authorization server (RFC 6749, RFC 9700, OpenID Connect's own list of
 * negative tests): every case by name, against both versions.
 */
import { UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TppApp } from '../tpp-apps/index.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from './testing/oauth-house.ts';
import { type Answer, CHALLENGE, type Change, createOAuthJourney, FORM, type OAuthJourney, toForm, VERIFIER } from './testing/oauth-journey.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
let v1: OAuthJourney;
let v2: OAuthJourney;
const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };
const WITH_NONCE: Change = { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n-1' };

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }));
  v1 = createOAuthJourney(house, 'v1');
  v2 = createOAuthJourney(house, 'v2');
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});
afterEach(() => passTime(0));

const passTime = (seconds: number) => setClock(database, seconds * 1000, 'sbx_one');

type Shown = [name: string, change: Change, suffix?: string];

/** Errors shown on our own page, because the redirect URI of such a request cannot be trusted. */
const SHOWN: readonly Shown[] = [
  ['no client', { client_id: undefined }],
  ['an unknown client', { client_id: 'nobody' }],
  ['a client id with a NUL character', { client_id: 'a\u0000b' }],
  ['two clients', {}, `&client_id=${APP.clientId}`],
  ['no redirect URI', { redirect_uri: undefined }],
  ['an empty redirect URI', { redirect_uri: '' }],
  ['two redirect URIs, the first registered', {}, '&redirect_uri=https%3A%2F%2Fevil.example%2F'],
  ['the registered redirect URI twice', {}, `&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`],
  ['a redirect URI with another path', { redirect_uri: 'http://127.0.0.1:3001/other' }],
  ['a redirect URI with a longer path', { redirect_uri: `${REDIRECT_URI}/x` }],
  ['a redirect URI with a trailing slash', { redirect_uri: `${REDIRECT_URI}/` }],
  ['a redirect URI without its path', { redirect_uri: 'http://127.0.0.1:3001' }],
  ['a redirect URI with a query', { redirect_uri: `${REDIRECT_URI}?x=1` }],
  ['a redirect URI with an empty query', { redirect_uri: `${REDIRECT_URI}?` }],
  ['a redirect URI with a fragment', { redirect_uri: `${REDIRECT_URI}#x` }],
  ['a redirect URI on another port', { redirect_uri: 'http://127.0.0.1:3002/callback' }],
  ['a redirect URI without its port', { redirect_uri: 'http://127.0.0.1/callback' }],
  ['a redirect URI on localhost instead of its address', { redirect_uri: 'http://localhost:3001/callback' }],
  ['a redirect URI with the address written otherwise', { redirect_uri: 'http://127.1:3001/callback' }],
  ['a redirect URI with https instead of http', { redirect_uri: 'https://127.0.0.1:3001/callback' }],
  ['a redirect URI on another host', { redirect_uri: 'https://evil.example/callback' }],
  ['a redirect URI with a longer host', { redirect_uri: 'http://127.0.0.1.evil.example:3001/callback' }],
  ['a redirect URI with a trailing dot', { redirect_uri: 'http://127.0.0.1.:3001/callback' }],
  ['a redirect URI with user information', { redirect_uri: 'http://a@127.0.0.1:3001/callback' }],
  ['a redirect URI with the registered host as user information', { redirect_uri: 'http://127.0.0.1:3001@evil.example/callback' }],
  ['a redirect URI in upper case', { redirect_uri: 'HTTP://127.0.0.1:3001/callback' }],
  ['a redirect URI with another case in its path', { redirect_uri: 'http://127.0.0.1:3001/Callback' }],
  ['a redirect URI with dot segments', { redirect_uri: 'http://127.0.0.1:3001/x/../callback' }],
  ['a redirect URI with an encoded letter', { redirect_uri: 'http://127.0.0.1:3001/%63allback' }],
  ['a redirect URI with a backslash', { redirect_uri: 'http://127.0.0.1:3001\\@evil.example/callback' }],
  ['a redirect URI with white space around it', { redirect_uri: ` ${REDIRECT_URI}` }],
  ['a redirect URI with a line break', { redirect_uri: `${REDIRECT_URI}\r\nset-cookie: x=1` }],
  ['a redirect URI that names no scheme', { redirect_uri: '//127.0.0.1:3001/callback' }],
  ['a redirect URI that is a script', { redirect_uri: 'javascript:alert(1)' }],
  ['a redirect URI that is data', { redirect_uri: 'data:text/html,x' }],
  ['another realm', { realm: 'root' }],
  ['the realm in upper case', { realm: 'PSD2' }],
  ['a country without a bank', { bank_country: 'fi' }],
  ['a country that is white space', { bank_country: ' ' }],
  ['an fpgurl elsewhere', { fpgurl: 'https://evil.example/' }],
  ['an fpgurl on another port', { fpgurl: 'http://127.0.0.1:3002/' }],
  ['an fpgurl with user information', { fpgurl: 'http://127.0.0.1:3001@evil.example/' }],
  ['an fpgurl that is a script', { fpgurl: 'javascript:alert(1)' }],
  ['a state with a NUL character', { state: 'a\u0000b' }],
  ['a nonce with a NUL character', { nonce: 'a\u0000b' }],
];

type Told = [name: string, change: Change, error: string, suffix?: string];

/** Answered to the website, which is known: it gets the error, its state and the issuer, and no code. */
const TOLD: readonly Told[] = [
  ['response type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response type id_token', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['response type code id_token', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['response type none', { response_type: 'none' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['response mode form_post', { response_mode: 'form_post' }, 'unsupported_response_mode'],
  ['response mode web_message', { response_mode: 'web_message' }, 'unsupported_response_mode'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge without its method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
  ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['a request object', { request: 'eyJ' }, 'request_not_supported'],
  ['a request URI', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
  ['a registration', { registration: '{}' }, 'registration_not_supported'],
  ['a prompt nobody knows', { prompt: 'create' }, 'invalid_request'],
  ['no prompt at all', { prompt: 'none', bypass: undefined }, 'login_required'],
  ['no prompt together with another', { prompt: 'none login' }, 'invalid_request'],
  ['a scope of strange characters', { scope: 'openid "' }, 'invalid_scope'],
  ['a maximum age that is no number', { max_age: '-1' }, 'invalid_request'],
  ['two scopes', {}, 'invalid_request', '&scope=openid'],
  ['two challenges', {}, 'invalid_request', '&code_challenge=x'],
  ['two countries', { bank_country: 'ee' }, 'invalid_request', '&bank_country=lt'],
  ['two realms', { realm: 'psd2' }, 'invalid_request', '&realm=psd2'],
  ['two nonces', { nonce: 'n' }, 'invalid_request', '&nonce=m'],
];

/** Refused to an application that holds a good code; the code stays good unless it says otherwise. */
/** Of an application that proves itself by its secret. */
const ASSERTION = new UnsecuredJWT({}).setSubject(APP.clientId).setIssuer(APP.clientId).encode();

const REFUSED: readonly (readonly [name: string, change: Change, status: number, error: string])[] = [
  ['no client', { client_id: undefined }, 400, 'invalid_request'],
  ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a client id with a NUL character', { client_id: 'a\u0000b' }, 400, 'invalid_request'],
  ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
  ['an empty secret', { client_secret: '' }, 401, 'invalid_client'],
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ['the secret with more behind it', { client_secret: `${SECRET}x` }, 401, 'invalid_client'],
  ['the secret in upper case', { client_secret: SECRET.toUpperCase() }, 401, 'invalid_client'],
  ['the code of another client', { client_id: 'other-shop' }, 400, 'invalid_grant'],
  ['no code', { code: undefined }, 400, 'invalid_request'],
  ['an invented code', { code: 'x'.repeat(43) }, 400, 'invalid_grant'],
  ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
  ['another redirect URI', { redirect_uri: `${REDIRECT_URI}/` }, 400, 'invalid_grant'],
  ['no verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
  ['an empty verifier', { code_verifier: '' }, 400, 'invalid_grant'],
  ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
  ['the challenge as verifier', { code_verifier: CHALLENGE }, 400, 'invalid_grant'],
  ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
  ['the password grant', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
  ['client credentials', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
  ['the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
  ['a device code', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, 400, 'unsupported_grant_type'],
  [
    'a client assertion',
    { client_secret: undefined, client_assertion: ASSERTION, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
    401,
    'invalid_client',
  ],
];

const BODIES: readonly (readonly [name: string, type: string, body: string, status: number])[] = [
  ...['{', '[]', 'null', '"code"', '{"code":1}', '{"code":["a","b"]}', '{"code":{"a":"b"}}', '{"code":"a","code":"b"}', ''].map(
    (body) => [`the JSON body ${body === '' ? 'of nothing' : body}`, 'application/json', body, 400] as const,
  ),
  ['plain text', 'text/plain', 'grant_type=authorization_code', 415],
  ['XML', 'application/xml', '<a/>', 415],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x--', 415],
  ['a form that says it is JSON', 'application/json', 'grant_type=authorization_code', 400],
  ['more than a token request can be', FORM, `code=${'x'.repeat(20_000)}`, 413],
];

describe.each(['v1', 'v2'] as const)('%s', (version) => {
  let tpp: OAuthJourney;
  const issuer = () => `${house.publicUrl}/api/${version}`;
  beforeAll(() => {
    tpp = version === 'v1' ? v1 : v2;
  });

  describe('shows a page and does not redirect for', () => {
    it.each<Shown>(SHOWN)('%s', async (_name, change, suffix) => {
      const response = await new Browser(house.publicUrl).send(tpp.address(change, suffix));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      const page = await response.text();
      // What is refused before it is read has the page of every refusal.
      const isRead = !page.includes('This address cannot be opened');
      expect(page).toContain(isRead ? 'no money has moved' : 'No payment was made or changed');
      if (isRead) expect(page).toContain('What the website’s developer has to correct');
      expect(page).toContain(response.headers.get('x-request-id'));
      expect(page).not.toMatch(/<script|style=/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    });
  });

  describe('shows a page and does not redirect for an application that', () => {
    it.each<[what: string, first: TppApp | undefined, then: TppApp | undefined]>([
      ['suspended before the request is stored', undefined, undefined],
      ['suspended before its sign-in is opened', APP, undefined],
      ['deleted with its sandbox', { ...APP, sandboxId: 'sbx_deleted' }, undefined],
    ])('ends during its request: %s', async (_what, first, then) => {
      const spied = vi.spyOn(house.tppApps, 'findByClientId').mockResolvedValueOnce(first).mockResolvedValue(then);
      const response = await new Browser(house.publicUrl).send(tpp.address({}));
      spied.mockRestore();
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.get('content-type')).toContain('text/html');
      const page = await response.text();
      expect(page).toContain('invalid_client');
      expect(page).toContain(response.headers.get('x-request-id'));
    });
  });

  describe('redirects to the application with an error and without a code for', () => {
    it.each<Told>(TOLD)('%s', async (_name, change, error, suffix) => {
      const { status, location } = await tpp.ask(change, suffix);
      const back = new URL(location ?? '');
      const told = new URLSearchParams(back.search === '' ? back.hash.slice(1) : back.search);
      expect([status, `${back.origin}${back.pathname}`]).toEqual([303, REDIRECT_URI]);
      expect(Object.fromEntries(told)).toMatchObject({ error, state: 'state-1', iss: issuer() });
      expect(told.has('code')).toBe(false);
    });

    it('two states, neither of which is returned', async () => {
      const { back } = await tpp.ask({}, '&state=other');
      expect([back?.searchParams.get('error'), back?.searchParams.has('state')]).toEqual(['invalid_request', false]);
    });
  });

  describe('issues no token for', () => {
    it.each(REFUSED)('%s, and the code stays valid', async (_name, change, status, error) => {
      const code = await tpp.newCode();
      expect(await tpp.exchange(code, change)).toMatchObject({ status, body: { error } });
      expect((await tpp.exchange(code)).status).toBe(200);
    });

    it.each(BODIES)('%s', async (_name, type, body, status) => {
      expect(await tpp.post(body, { 'content-type': type })).toMatchObject({ status, body: { error: 'invalid_request' } });
    });

    it('a secret sent twice, or in two ways', async () => {
      const body = toForm({ grant_type: 'authorization_code', code: 'x', redirect_uri: 'x', client_id: APP.clientId, client_secret: SECRET });
      const basic = `Basic ${Buffer.from(`${APP.clientId}:${SECRET}`).toString('base64')}`;
      const refused = { status: 400, body: { error: 'invalid_request' } };
      expect(await tpp.post(`${body}&client_secret=${SECRET}`)).toMatchObject(refused);
      expect(await tpp.post(body, { 'content-type': FORM, authorization: basic })).toMatchObject(refused);
    });

    it.each(['code', 'redirect_uri', 'grant_type', 'code_verifier', 'client_id'])('a second %s', async (name) => {
      const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, client_id: APP.clientId };
      const answer = await tpp.post(`${toForm({ ...body, client_secret: SECRET })}&${name}=other`);
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });
  });
});

describe('PKCE cannot be bypassed', () => {
  it('a verifier without a challenge is refused', async () => {
    expect(await v2.exchange(await v2.newCode(WITH_NONCE))).toMatchObject(INVALID_GRANT);
  });

  it('a challenge is also enforced with a nonce', async () => {
    const code = await v2.newCode({ nonce: 'n-1' });
    expect(await v2.exchange(code, { code_verifier: undefined })).toMatchObject(INVALID_GRANT);
    expect((await v2.exchange(code)).status).toBe(200);
  });

  it('the verifier of another sign-in is refused', async () => {
    expect(await v2.exchange(await v2.newCode(), { code_verifier: 'u'.repeat(43) })).toMatchObject(INVALID_GRANT);
  });
});

describe('a code', () => {
  it('is used once: a second use revokes the tokens of the first', async () => {
    const code = await v2.newCode();
    const { body } = await v2.exchange(code);
    expect((await v2.callApi(body.access_token)).status).toBe(200);
    expect(await v2.exchange(code)).toMatchObject(INVALID_GRANT);
    expect((await v2.callApi(body.access_token)).status).toBe(401);
    expect(await v2.refresh(body.refresh_token)).toMatchObject(INVALID_GRANT);
  });

  it('revokes its tokens also when it is used again after it has expired', async () => {
    const code = await v2.newCode();
    const { body } = await v2.exchange(code);
    await passTime(3000);
    expect(await v2.exchange(code)).toMatchObject(INVALID_GRANT);
    expect((await v2.callApi(body.access_token)).code).toBe('TOKEN_UNKNOWN');
  });

  it('does not revoke its tokens when it is used again without secret or verifier', async () => {
    const code = await v2.newCode();
    const { body } = await v2.exchange(code);
    for (const change of [{ client_secret: 'wrong' }, { code_verifier: 'w'.repeat(43) }, { client_id: 'other-shop' }]) {
      expect((await v2.exchange(code, change)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await v2.callApi(body.access_token)).status).toBe(200);
  });

  it('used twice simultaneously gives tokens once, and they are revoked', async () => {
    for (let round = 0; round < 6; round += 1) await expectOneOf(v2, 2, await v2.newCode());
  });

  it('used ten times simultaneously gives tokens once, and they are revoked', async () => {
    for (let round = 0; round < 3; round += 1) await expectOneOf(v2, 10, await v2.newCode());
  });

  it('whose use cannot be stored gives no tokens and stays valid', async () => {
    const code = await v2.newCode();
    const tokens = () => database.query(`select id_hash from oauth_artifact where model in ('AccessToken', 'RefreshToken')`);
    const before = await tokens();
    await database.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
    await database.query('create trigger refused before insert on audit_chain for each row execute function refuse()');
    expect((await v2.exchange(code)).status).toBe(500);
    expect((await tokens()).rows).toHaveLength(before.rows.length);
    await database.query('drop trigger refused on audit_chain');
    expect((await v2.exchange(code)).status).toBe(200);
  });

  it('expires after 60 seconds', async () => {
    const [first, second] = [await v2.newCode(), await v2.newCode()];
    // To the second, however long this test takes.
    const { rows } = await database.query(
      `select extract(epoch from expires_at - created_at)::integer as seconds from oauth_artifact
       where model = 'AuthorizationCode' order by created_at desc limit 2`,
    );
    expect(rows).toEqual([{ seconds: 60 }, { seconds: 60 }]);
    await passTime(30);
    expect((await v2.exchange(first)).status).toBe(200);
    await passTime(61);
    expect(await v2.exchange(second)).toMatchObject(INVALID_GRANT);
  });

  it('of one version is refused by the other, and stays valid', async () => {
    const code = await v2.newCode();
    expect(await v1.exchange(code)).toMatchObject(INVALID_GRANT);
    expect((await v2.exchange(code)).status).toBe(200);
  });

  it('is refused as an access token', async () => {
    expect(await v2.callApi(await v2.newCode())).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });

  it('is returned with iss (RFC 9207)', async () => {
    expect((await v2.ask()).back?.searchParams.get('iss')).toBe(house.issuer);
  });
});

describe('the authorization endpoint refuses to redirect', () => {
  it('to another port of this machine than the registered one', async () => {
    const redirectUri = REDIRECT_URI.replace('3001', '3002');
    house.opened.length = 0;
    const { status } = await v2.ask({ redirect_uri: redirectUri, bypass: undefined });
    expect([status, house.opened]).toEqual([400, []]);
    const straight = await v2.ask({ redirect_uri: redirectUri });
    expect([straight.status, straight.location]).toEqual([400, null]);
  });

  it('back to an fpgurl that the application has not registered', async () => {
    house.opened.length = 0;
    const { status } = await v2.ask({ fpgurl: 'https://evil.example/', bypass: undefined });
    expect([status, house.opened]).toEqual([400, []]);
  });
});

describe('version 2', () => {
  it('requires a code challenge or a nonce', async () => {
    const { back } = await v2.ask({ code_challenge: undefined, code_challenge_method: undefined });
    expect(back?.searchParams.get('error')).toBe('invalid_request');
    expect((await v2.exchange(await v2.newCode(WITH_NONCE), { code_verifier: undefined })).status).toBe(200);
  });

  it('does not read secret or code from the query', async () => {
    const form = toForm({ grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER });
    const query = toForm({ client_id: APP.clientId, client_secret: SECRET, code: await v2.newCode() });
    expect(await v2.post(form, { 'content-type': FORM }, `?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await v2.post(`${form}&${query}`)).status).toBe(200);
  });
});

describe('version 1', () => {
  it('applies the same rules to its codes', async () => {
    const code = await v1.newCode();
    const { body } = await v1.exchange(code);
    expect(await v1.exchange(code)).toMatchObject(INVALID_GRANT);
    expect((await v1.callApi(body.access_token)).status).toBe(401);
    await expectOneOf(v1, 2, await v1.newCode());
    expect(await v1.exchange(await v1.newCode(WITH_NONCE))).toMatchObject(INVALID_GRANT);
    const late = await v1.newCode();
    await passTime(61);
    expect(await v1.exchange(late)).toMatchObject(INVALID_GRANT);
  });

  it('refuses a token for another realm', async () => {
    expect(await v1.exchange(await v1.newCode(), { realm: 'root' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('refuses a parameter that is in both body and query', async () => {
    const code = await v1.newCode();
    const body = toForm({ client_id: APP.clientId, client_secret: SECRET, grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code });
    expect(await v1.post(body, { 'content-type': FORM }, `?code=${code}`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

async function expectOneOf(tpp: OAuthJourney, times: number, code: string): Promise<void> {
  const answers: readonly Answer[] = await Promise.all(Array.from({ length: times }, () => tpp.exchange(code)));
  const given = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  expect(given.length).toBe(1);
  expect((await tpp.callApi(given[0]?.body.access_token)).status).toBe(401);
  expect(await tpp.refresh(given[0]?.body.refresh_token)).toMatchObject(INVALID_GRANT);
}
