/** Signing in with Google against a local OpenID provider: the true way, and every token and detour that must lead nowhere. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT, openSmallProvider, type SmallProvider, type TokenShape } from '../../../testing/small-provider.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { type Answer, type IdentityHouse, OTHER_PASSWORD, openIdentityHouse, PASSWORD, type TestBrowser } from '../testing/identity-harness.ts';

const appendAudit = async () => {};

let provider: SmallProvider;
let house: IdentityHouse;
beforeAll(async () => {
  provider = await openSmallProvider();
  house = await openIdentityHouse(
    await openTestPlatform({ appendAudit, config: { google: { issuer: provider.issuer, ...CLIENT, isStandIn: false } } }),
  );
});
afterAll(async () => {
  await house.close();
  await provider.close();
});
let people = 0;
beforeEach(async () => {
  people += 1;
  provider.state.person = { sub: `sub-${people}`, email: `google${people}@example.com`, email_verified: true };
  provider.state.shape = {};
  provider.state.metadata = {};
  provider.state.fails = undefined;
  house.mails.length = 0;
  await house.database.query('delete from spent_allowance');
});

async function start(browser: TestBrowser, returnTo?: string): Promise<URLSearchParams> {
  const answer = await browser.send('POST', '/identity/social/google', returnTo === undefined ? {} : { returnTo });
  expect(answer.status).toBe(200);
  const url = new URL(typeof answer.body === 'object' && answer.body !== null && 'location' in answer.body ? String(answer.body.location) : '');
  expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`);
  provider.state.request = url.searchParams;
  return url.searchParams;
}
const comeBack = (browser: TestBrowser, query: Record<string, string>): Promise<Answer> =>
  browser.send('GET', `/identity/social/google/callback?${new URLSearchParams(query)}`, undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
async function signInWithGoogle(browser = house.browse(), returnTo?: string): Promise<{ browser: TestBrowser; answer: Answer }> {
  const request = await start(browser, returnTo);
  return { browser, answer: await comeBack(browser, { code: 'good-code', state: request.get('state') ?? '', iss: provider.issuer }) };
}
const userOf = async (browser: TestBrowser): Promise<unknown> => {
  const { body } = await browser.send('GET', '/identity/session');
  return typeof body === 'object' && body !== null && 'user' in body ? body.user : undefined;
};
const refusedAs = (failure: string) => ({ status: 303, headers: { location: `http://localhost:3000/#/?m=login&socialError=${failure}` } });

describe('a sign-in with Google', () => {
  it('requests a code with PKCE, state and nonce, and only the scopes openid and email', async () => {
    const request = Object.fromEntries(await start(house.browse()));
    expect(request).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: 'http://localhost:3000/identity/social/google/callback',
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('creates an account, signs the developer in and redirects to the requested page', async () => {
    const { browser, answer } = await signInWithGoogle(house.browse(), '/tokens');
    expect(answer).toMatchObject({ status: 303, headers: { location: 'http://localhost:3000/#/tokens' } });
    expect(await userOf(browser)).toMatchObject({ userName: `google${people}@example.com` });
    expect(house.mails).toEqual([]);
  });

  it('leads a new developer from the start page to the tokens, and a known one back to the start page', async () => {
    const first = await signInWithGoogle();
    expect(first.answer.headers.location).toBe('http://localhost:3000/#/tokens');
    expect((await signInWithGoogle(first.browser)).answer.headers.location).toBe('http://localhost:3000/#/');
    expect((await signInWithGoogle(house.browse(), '/welcome')).answer.headers.location).toBe('http://localhost:3000/#/welcome');
  });

  it('finds the account by issuer and subject, also after the e-mail address has changed', async () => {
    const first = await userOf((await signInWithGoogle()).browser);
    provider.state.person = { ...provider.state.person, email: 'renamed@example.com' };
    expect(await userOf((await signInWithGoogle()).browser)).toEqual(first);
  });

  it('does not link another subject with the same e-mail address to a linked account', async () => {
    const first = (await signInWithGoogle()).browser;
    await house.database.query(`update developer set email = 'moved@example.com' where email = $1`, [`google${people}@example.com`]);
    provider.state.person = { ...provider.state.person, sub: 'another-sub' };
    const second = (await signInWithGoogle()).browser;
    expect(await userOf(first)).toMatchObject({ userName: 'moved@example.com' });
    expect(await userOf(second)).toMatchObject({ userName: `google${people}@example.com` });
  });

  it('is linked to the account with the verified address, keeps its password and sends a mail', async () => {
    const email = `google${people}@example.com`;
    const owner = await house.register(email);
    const { body } = await house.signIn(owner, email);
    const { browser } = await signInWithGoogle();
    expect(await userOf(browser)).toEqual(body);
    expect(house.mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('Google now signs you in') });
    expect(await house.signIn(house.browse(), email)).toMatchObject({ status: 200 });
  });

  it('takes over the address of an unverified sign-up, whose password and links become invalid', async () => {
    const email = `google${people}@example.com`;
    await house.browse().send('POST', '/identity/sign-up', { email, password: OTHER_PASSWORD });
    const attackersLink = house.tokenOf();
    const { browser } = await signInWithGoogle();
    expect(await userOf(browser)).toMatchObject({ userName: email });
    expect(await house.rows('select 1 from developer_sign_up where email = $1', [email])).toEqual([]);
    expect(await house.signIn(house.browse(), email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(await house.browse().send('POST', '/identity/verify-email', { token: attackersLink })).toMatchObject({ status: 400 });
    expect(await house.signIn(house.browse(), email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(await house.signIn(house.browse(), email, PASSWORD)).toMatchObject({ status: 401 });
  });

  it('succeeds after the provider has changed its keys', async () => {
    await signInWithGoogle();
    provider.rotateKeys();
    expect(await userOf((await signInWithGoogle()).browser)).not.toBeNull();
  });
});

describe('an ID token is refused', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  it.each<[what: string, shape: () => TokenShape]>([
    ['without signature (alg none)', () => ({ header: { alg: 'none' }, signedBy: 'nobody' })],
    ['with alg none and a signature', () => ({ header: { alg: 'none' } })],
    ['signed with the client secret', () => ({ header: { alg: 'HS256' }, signedBy: 'client secret' })],
    ['signed with the public key as a secret', () => ({ header: { alg: 'HS256' }, signedBy: 'public key' })],
    ['signed by a stranger', () => ({ signedBy: 'stranger' })],
    ['signed by a stranger under another key id', () => ({ signedBy: 'stranger', header: { kid: 'other' } })],
    ['for another audience', () => ({ claims: { aud: 'another-client' } })],
    ['for several, issued to another client', () => ({ claims: { aud: [CLIENT.clientId, 'another-client'], azp: 'another-client' } })],
    ['for this client, issued to another one', () => ({ claims: { azp: 'another-client' } })],
    ['without audience', () => ({ claims: { aud: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://accounts.evil.example' } })],
    ['of an issuer that begins alike', () => ({ claims: { iss: `${provider.issuer}.evil.example` } })],
    ['without issuer', () => ({ claims: { iss: undefined } })],
    ['with another nonce', () => ({ claims: { nonce: 'x'.repeat(64) } })],
    ['without nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { iat: inSeconds(-600), exp: inSeconds(-11) } })],
    ['without expiry', () => ({ claims: { exp: undefined } })],
    ['that is not valid yet', () => ({ claims: { nbf: inSeconds(60) } })],
    ['without subject', () => ({ claims: { sub: undefined } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['with a subject that is no text', () => ({ claims: { sub: 7 } })],
  ])('(%s)', async (_what, shape) => {
    provider.state.shape = shape();
    const browser = house.browse();
    const request = await start(browser);
    // Without `iss`, so that nothing but the token can be refused.
    const answer = await comeBack(browser, { code: 'good-code', state: request.get('state') ?? '' });
    expect(answer).toMatchObject(refusedAs('failed'));
    expect(await userOf(browser)).toBeNull();
    expect(await house.rows('select 1 from developer where email = $1', [`google${people}@example.com`])).toEqual([]);
  });

  it.each([false, undefined, 'true', 'false', 1, null])('when email_verified is %j', async (email_verified) => {
    provider.state.person = { ...provider.state.person, email_verified };
    const { browser, answer } = await signInWithGoogle();
    expect(answer).toMatchObject(refusedAs('emailNotVerified'));
    expect(await userOf(browser)).toBeNull();
  });

  it('without an e-mail address, or with an invalid one', async () => {
    provider.state.person = { ...provider.state.person, email: undefined };
    expect((await signInWithGoogle()).answer).toMatchObject(refusedAs('emailNotVerified'));
    provider.state.person = { ...provider.state.person, email: 'a@b.example\r\nBcc: c@d.example' };
    expect((await signInWithGoogle()).answer).toMatchObject(refusedAs('failed'));
  });
});

describe('an authorization response is refused', () => {
  it('in another browser than that of the request', async () => {
    const victim = house.browse();
    const request = await start(house.browse());
    const answer = await comeBack(victim, { code: 'good-code', state: request.get('state') ?? '' });
    expect(answer).toMatchObject(refusedAs('expired'));
    await start(victim);
    expect(await comeBack(victim, { code: 'good-code', state: request.get('state') ?? '' })).toMatchObject(refusedAs('expired'));
    expect(await userOf(victim)).toBeNull();
  });

  it('twice', async () => {
    const browser = house.browse();
    const request = await start(browser);
    const query = { code: 'good-code', state: request.get('state') ?? '' };
    const cookie = browser.jar.get('portico-social') ?? '';
    expect((await comeBack(browser, query)).headers.location).toBe('http://localhost:3000/#/tokens');
    const before = provider.state.tokenRequests;
    browser.jar.set('portico-social', cookie);
    expect(await comeBack(browser, query)).toMatchObject(refusedAs('expired'));
    expect(provider.state.tokenRequests).toBe(before);
  });

  it('after ten minutes', async () => {
    const browser = house.browse();
    const request = await start(browser);
    await house.database.query(`update developer_social_sign_in set expires_at = expires_at - interval '601 seconds'`);
    expect(await comeBack(browser, { code: 'good-code', state: request.get('state') ?? '' })).toMatchObject(refusedAs('expired'));
  });

  it.each<[query: Record<string, string>, failure: string]>([
    [{ error: 'access_denied' }, 'cancelled'],
    [{ error: 'server_error', error_description: '<script>' }, 'failed'],
    [{}, 'failed'],
    [{ code: 'wrong-code' }, 'failed'],
    [{ code: 'good-code', iss: 'https://accounts.evil.example' }, 'failed'],
  ])('with %j', async (query, failure) => {
    const browser = house.browse();
    const request = await start(browser);
    const answer = await comeBack(browser, { ...query, state: request.get('state') ?? '' });
    expect(answer).toMatchObject(refusedAs(failure));
    expect(await userOf(browser)).toBeNull();
  });

  it.each(['', 'state=x', 'state=a&state=b&code=good-code', 'code=good-code'])('with the query %j', async (query) => {
    const browser = house.browse();
    await start(browser);
    expect(await browser.send('GET', `/identity/social/google/callback?${query}`)).toMatchObject(refusedAs('expired'));
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'tokens', '/a?m=login', '/#/x', '/a//b', '/%2f'])(
    'with the return path %j already at the start',
    async (returnTo) => {
      const answer = await house.browse().send('POST', '/identity/social/google', { returnTo });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'returnTo' }] } });
    },
  );
});

describe('a provider whose metadata', () => {
  const openFresh = async (metadata: Readonly<Record<string, unknown>>) => {
    provider.state.metadata = metadata;
    return openIdentityHouse(await openTestPlatform({ appendAudit, config: { google: { issuer: provider.issuer, ...CLIENT, isStandIn: false } } }));
  };
  const begin = async (fresh: IdentityHouse) => {
    const browser = fresh.browse();
    return { browser, state: (await start(browser)).get('state') ?? '' };
  };

  it('announces iss in every response is refused without iss', async () => {
    const fresh = await openFresh({ authorization_response_iss_parameter_supported: true });
    const { browser, state } = await begin(fresh);
    expect(await comeBack(browser, { code: 'good-code', state })).toMatchObject(refusedAs('failed'));
    const again = await begin(fresh);
    const named = { code: 'good-code', state: again.state, iss: provider.issuer };
    expect(await comeBack(again.browser, named)).toMatchObject({ status: 303, headers: { location: 'http://localhost:3000/#/tokens' } });
    await fresh.close();
  });

  it.each<[algorithm: string, shape: TokenShape]>([
    ['HS256', { header: { alg: 'HS256' }, signedBy: 'client secret' }],
    ['none', { header: { alg: 'none' }, signedBy: 'nobody' }],
  ])('names the algorithm %s is refused', async (algorithm, shape) => {
    const fresh = await openFresh({ id_token_signing_alg_values_supported: [algorithm] });
    provider.state.shape = shape;
    const { browser, state } = await begin(fresh);
    expect(await comeBack(browser, { code: 'good-code', state })).toMatchObject(refusedAs('failed'));
    await fresh.close();
  });

  it.each([
    { issuer: 'https://accounts.evil.example' },
    { issuer: undefined },
    { authorization_endpoint: undefined },
    { authorization_endpoint: 'none' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { token_endpoint: undefined },
    { token_endpoint: 'ftp://accounts.evil.example/' },
    { jwks_uri: undefined },
  ])('has %j is not used for a sign-in', async (metadata) => {
    const fresh = await openFresh(metadata);
    expect(await fresh.browse().send('POST', '/identity/social/google', {})).toMatchObject({ status: 503 });
    await fresh.close();
  });
});

describe('a provider that fails', () => {
  it.each(['down', 'error', 'redirect', 'no json', 'huge'] as const)('(discovery: %s) gets 503, and discovery is repeated next time', async (how) => {
    const fresh = await openIdentityHouse(
      await openTestPlatform({ appendAudit, config: { google: { issuer: provider.issuer, ...CLIENT, isStandIn: true } } }),
    );
    provider.state.fails = { path: '/.well-known/openid-configuration', how };
    const refused = await fresh.browse().send('POST', '/identity/social/google', {});
    expect(refused).toMatchObject({ status: 503, body: { errors: [{ code: 'UNAVAILABLE', text: expect.stringContaining('cannot be reached') }] } });
    provider.state.fails = undefined;
    expect(await fresh.browse().send('POST', '/identity/social/google', {})).toMatchObject({ status: 200 });
    expect((await fresh.browse().send('GET', '/identity/session')).body).toEqual({
      user: null,
      socialProviders: [{ id: 'google', isStandIn: true }],
    });
    await fresh.close();
  });

  it.each(['/token', '/jwks'])('at %s starts no session', async (path) => {
    provider.rotateKeys();
    provider.state.fails = { path, how: 'down' };
    const { browser, answer } = await signInWithGoogle();
    expect(answer).toMatchObject(refusedAs('unavailable'));
    expect(await userOf(browser)).toBeNull();
  });

  it('does not prevent a sign-in with a password', async () => {
    await house.register('password@example.com');
    provider.state.fails = { path: '/token', how: 'down' };
    await signInWithGoogle();
    expect(await house.signIn(house.browse(), 'password@example.com')).toMatchObject({ status: 200 });
  });

  it('without a configuration has no routes', async () => {
    const without = await openIdentityHouse(await openTestPlatform({ appendAudit }));
    expect(await without.browse().send('POST', '/identity/social/google', {})).toMatchObject({ status: 404 });
    expect(await without.browse().send('GET', '/identity/social/google/callback')).toMatchObject({ status: 404 });
    await without.close();
  });
});
