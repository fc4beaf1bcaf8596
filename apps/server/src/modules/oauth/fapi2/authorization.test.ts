/**
 * FAPI 2.0 Security Profile Final at the authorization endpoint and at that of pushed requests. Titles are the modules of the conformance suite
 * (openid-certification/conformance-suite, classes FAPI2SPFinal…); docs/evidence/fapi2.md lists them all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createFapiClient, createKey, type FapiClient, PAR, type Sender, TOKEN } from '../testing/fapi-client.ts';
import { APP, type OAuthHouse, openOAuthHouse, REDIRECT_URI } from '../testing/oauth-house.ts';
import { CHALLENGE, VERIFIER } from '../testing/oauth-journey.ts';

const OTHER = { appId: 'app_other', clientId: 'other-shop' };

let database: OpenedDatabase;
let house: OAuthHouse;
let tpp: FapiClient;
let other: FapiClient;

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }), { hasMtls: true });
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

it('DiscoveryEndpointVerification', async () => {
  const read = async (path: string) => JSON.parse(await (await fetch(`${house.publicUrl}/api/v2/.well-known/${path}`)).text());
  const metadata = await read('openid-configuration');
  expect(await read('oauth-authorization-server')).toEqual(metadata);
  expect(metadata).toMatchObject({
    issuer: house.issuer,
    pushed_authorization_request_endpoint: house.publicUrl + PAR,
    mtls_endpoint_aliases: { token_endpoint: house.mtlsOrigin + TOKEN, pushed_authorization_request_endpoint: house.mtlsOrigin + PAR },
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'],
    token_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256', 'EdDSA', 'Ed25519'],
    dpop_signing_alg_values_supported: ['PS256', 'ES256', 'EdDSA', 'Ed25519'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    tls_client_certificate_bound_access_tokens: true,
    request_uri_parameter_supported: false,
  });
});

describe.each<Sender>(['dpop', 'certificate'])('a provider with the profile fapi2, by %s', (sender) => {
  beforeAll(async () => {
    tpp = await createFapiClient(house, database, sender);
    other = await createFapiClient(house, database, sender, OTHER);
  });

  it('HappyFlow', async () => {
    const back = await tpp.signIn(await tpp.requestUri());
    expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String), state: 'state-1', iss: house.issuer });
    const { status, body } = await tpp.exchange(tpp.codeOf(back));
    expect([status, body.token_type]).toEqual([200, sender === 'dpop' ? 'DPoP' : 'Bearer']);
    expect(await tpp.call(body.access_token)).toMatchObject({ status: 200, who: { profile: 'fapi2', boundBy: sender, customerId: 'cus_mari' } });
  });

  it('UserRejectsAuthentication', async () => {
    const { browser, next, finish } = await tpp.authorize(await tpp.requestUri({ bypass: undefined }));
    const refused = await browser.send(next, { method: 'DELETE' });
    const { back } = await finish(JSON.parse(await refused.text()).location);
    expect(Object.fromEntries(back?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state: 'state-1', iss: house.issuer });
  });

  it.each([
    ['EnsureAuthorizationRequestWithoutStateSuccess', { state: undefined }],
    ['EnsureAuthorizationRequestWithoutNonceSuccess', { nonce: undefined }],
    ['EnsureAuthorizationRequestWith64CharNonceSuccess', { nonce: 'n'.repeat(64) }],
    ['EnsureAuthorizationRequestWithLongNonce', { nonce: 'n'.repeat(384) }],
    ['EnsureAuthorizationRequestWithLongState', { state: 's'.repeat(384) }],
    ['EnsureOtherScopeOrderSucceeds', { scope: 'offline_access openid' }],
  ] as const)('%s', async (_module, change) => {
    const back = await tpp.signIn(await tpp.requestUri(change));
    const { status, body } = await tpp.exchange(tpp.codeOf(back));
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString());
    expect(claims.nonce).toBe('nonce' in change ? change.nonce : 'nonce-1');
    expect(back.searchParams.get('state') ?? undefined).toBe('state' in change ? change.state : 'state-1');
    expect((await tpp.call(body.access_token)).status).toBe(200);
  });

  it.each([
    ['EnsureDifferentNonceInsideAndOutsideRequestObject', {}, { nonce: 'outside' }],
    ['EnsureDifferentStateInsideAndOutsideRequestObject', {}, { state: 'outside' }],
    ['StateOnlyOutsideRequestObjectNotUsed', { state: undefined }, { state: 'outside' }],
  ] as const)('%s', async (_module, inside, outside) => {
    const back = await tpp.signIn(await tpp.requestUri(inside), outside);
    const { body } = await tpp.exchange(tpp.codeOf(back));
    expect(back.searchParams.get('state') ?? undefined).toBe('state' in inside ? undefined : 'state-1');
    expect(JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString()).nonce).toBe('nonce-1');
  });

  it.each([
    ['EnsureRequestObjectWithoutRedirectUriFails', { redirect_uri: undefined }, 'invalid_request'],
    ['EnsureRedirectUriInAuthorizationRequest', { redirect_uri: '' }, 'invalid_request'],
    ['EnsureRegisteredRedirectUri', { redirect_uri: `${REDIRECT_URI}/other` }, 'invalid_request'],
    ['EnsureResponseTypeCodeIdTokenFails', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['EnsureResponseTypeTokenFails', { response_type: 'token' }, 'unsupported_response_type'],
    ['PAREnsurePKCERequired', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PAREnsurePlainPKCERejected', { code_challenge: VERIFIER, code_challenge_method: 'plain' }, 'invalid_request'],
    ['PARRejectRequestUriInParAuthorizationFormParams', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'request_uri_not_supported'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ] as const)('%s', async (_module, change, error) => {
    expect(await tpp.push(change)).toMatchObject({ status: 400, body: { error } });
  });

  it('EnsureUnsignedAuthorizationRequestWithoutUsingParFails', async () => {
    const request = { redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const { back, text } = await tpp.authorize(undefined, request);
    expect(back?.searchParams.get('error') ?? text).toContain('invalid_request');
    expect(back?.searchParams.has('code') ?? false).toBe(false);
  });

  it('PAREnsureServerAcceptsReusedRequestUriBeforeAuthenticationCompletion', async () => {
    const uri = await tpp.requestUri();
    await tpp.authorize(uri);
    expect((await tpp.signIn(uri)).searchParams.has('code')).toBe(true);
  });

  it('PARAttemptReuseRequestUri', async () => {
    const uri = await tpp.requestUri();
    const earlier = await tpp.authorize(uri);
    await tpp.signIn(uri);
    const again = await tpp.authorize(uri);
    expect([again.status, again.back]).toEqual([400, undefined]);
    // A sign-in that began before with the same request.
    const { back } = await earlier.finish(earlier.resume ?? '');
    expect(back?.searchParams.has('code') ?? false).toBe(false);
  });

  it('PARAttemptToUseExpiredRequestUri', async () => {
    const uri = await tpp.requestUri();
    await database.query(
      `update oauth_artifact set payload = jsonb_set(payload, '{exp}', '1'), expires_at = now() where model = 'PushedAuthorizationRequest'`,
    );
    const { status, back } = await tpp.authorize(uri);
    expect([status, back]).toEqual([400, undefined]);
  });

  it('PAREnsureRequestUriIsBoundToClient', async () => {
    const { status, back } = await other.authorize(await tpp.requestUri());
    expect([status, back]).toEqual([400, undefined]);
  });

  it('PARRejectInvalidHttpVerb', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) expect([404, 405]).toContain((await fetch(tpp.origin + PAR, { method })).status);
  });

  it('ParWithoutDuplicateParameters', async () => {
    expect((await tpp.signIn(await tpp.requestUri(), { redirect_uri: undefined })).searchParams.get('state')).toBe('state-1');
  });

  it('a parameter that comes twice is refused', async () => {
    const uri = await tpp.requestUri();
    const response = await fetch(
      `${house.publicUrl}/api/v2/am/realms/psd2/protocol/openid-connect/auth?client_id=${APP.clientId}&client_id=x&request_uri=${uri}`,
    );
    expect(response.status).toBe(400);
  });

  it('an unknown request_uri, one of elsewhere and an empty one are refused', async () => {
    for (const uri of ['urn:ietf:params:oauth:request_uri:unknown', 'https://tpp.example/request', 'urn:ietf:params:oauth:request_uri:']) {
      const { back } = await tpp.authorize(uri);
      expect(back?.searchParams.has('code') ?? false).toBe(false);
    }
  });
});

describe('the assertion at the endpoint of pushed requests', () => {
  beforeAll(async () => {
    tpp = await createFapiClient(house, database, 'dpop');
  });
  const now = () => Math.floor(Date.now() / 1000);
  /** Seconds. */
  const DAY = 86_400;

  it('PAREnsureJWTClientAssertionWithIatNbf8SecondsInTheFutureIsAccepted', async () => {
    const assertion = await tpp.assertion({ iat: now() + 8, nbf: now() + 8 });
    expect((await tpp.push({}, { assertion })).status).toBe(201);
  });

  it.each<readonly [string, () => Promise<string | undefined>]>([
    [
      'PAREnsureJWTClientAssertionWithIatNbfOver60SecondsInTheFutureFails',
      () => tpp.assertion({ iat: now() + 75, nbf: now() + 75, exp: now() + 120 }),
    ],
    ['iat alone over 60 s ahead', () => tpp.assertion({ iat: now() + 600, nbf: undefined, exp: now() + 900 })],
    ['a clock one day ahead', () => tpp.assertion({ iat: now() + DAY, nbf: now() + DAY, exp: now() + DAY + 60 })],
    ['a clock one day behind', () => tpp.assertion({ iat: now() - DAY, nbf: now() - DAY, exp: now() - DAY + 60 })],
    ['exp more than an hour ahead', () => tpp.assertion({ exp: now() + 7200 })],
    ['PAREndpointAsArrayAudienceFails', () => tpp.assertion({ aud: [house.publicUrl + PAR] })],
    ['PAREndpointAsAudienceFails', () => tpp.assertion({ aud: house.publicUrl + PAR })],
    ['PARTokenEndpointAsAudienceFails', () => tpp.assertion({ aud: house.publicUrl + TOKEN })],
    ['the issuer in a list', () => tpp.assertion({ aud: [house.issuer] })],
    ['no aud', () => tpp.assertion({ aud: undefined })],
    ['no exp', () => tpp.assertion({ exp: undefined })],
    ['no jti', () => tpp.assertion({ jti: undefined })],
    ['another iss', () => tpp.assertion({ iss: 'other-shop' })],
    ['a key that is not registered', async () => tpp.assertion({}, { by: await createKey('ES256', 'ec') })],
    ['none', async () => undefined],
  ])('%s', async (_module, make) => {
    expect(await tpp.push({}, { assertion: await make() })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('works once, also when it comes 20 times at once', async () => {
    const assertion = await tpp.assertion();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tpp.push({}, { assertion })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 401)]);
  });
});
