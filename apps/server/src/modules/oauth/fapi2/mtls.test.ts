/** The profile `mtls`: a certificate in place of the secret, and tokens that work with it only (RFC 8705), in both versions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { APP, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from '../testing/oauth-house.ts';
import { type Change, createOAuthJourney, FORM, toForm, VERIFIER } from '../testing/oauth-journey.ts';
import type { TestCertificate } from '../testing/test-certificates.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
let own: TestCertificate;
let second: TestCertificate;
let foreign: TestCertificate;

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }), { hasMtls: true });
  own = house.certificates.issue(APP.appId);
  second = house.certificates.issue(APP.appId, ['ais']);
  foreign = house.certificates.issue('app_other');
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});
const setProfile = (profile: string) => database.query(`update tpp_app set security_profile = $1 where app_id = $2`, [profile, APP.appId]);
beforeEach(() => setProfile('mtls'));

const TOKEN = { v1: '/api/v1/openam/oauth2/access_token', v2: '/api/v2/openam/token' } as const;
const REVOKE = { v1: '/api/v1/openam/oauth2/token/revoke', v2: '/api/v2/openam/token/revocation' } as const;

describe.each(['v1', 'v2'] as const)('the profile mtls in %s', (version) => {
  async function post(path: string, form: Change, certificate?: TestCertificate, origin = house.mtlsOrigin) {
    const body = toForm({ client_id: APP.clientId, ...form });
    const response = await fetch(origin + path, { method: 'POST', body, headers: { 'content-type': FORM, ...certificate?.headers } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }
  const newCode = () => createOAuthJourney(house, version).newCode();
  const exchange = (code: string, certificate?: TestCertificate, change: Change = {}, origin?: string) =>
    post(
      TOKEN[version],
      { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...change },
      certificate,
      origin,
    );
  const refresh = (token: unknown, certificate?: TestCertificate) =>
    post(TOKEN[version], { grant_type: 'refresh_token', refresh_token: String(token) }, certificate);
  const newTokens = async () => (await exchange(await newCode(), own)).body;

  async function call(token: unknown, certificate?: TestCertificate, origin = house.mtlsOrigin, scheme = 'Bearer') {
    const response = await fetch(`${origin}/api/v1/who`, { headers: { authorization: `${scheme} ${String(token)}`, ...certificate?.headers } });
    const answer = JSON.parse(await response.text());
    return {
      status: response.status,
      code: answer.tppMessages?.[0]?.code,
      text: answer.tppMessages?.[0]?.text,
      who: answer,
      headers: response.headers,
    };
  }

  it('gives tokens for the certificate, and the API accepts them with it', async () => {
    const { status, body } = await exchange(await newCode(), own);
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
    const { rows } = await database.query(`select distinct bound_to from oauth_artifact where model = 'AccessToken' and bound_to is not null`);
    expect(rows).toContainEqual({ bound_to: `x5t#S256:${own.x5t}` });
    expect(await call(body.access_token, own)).toMatchObject({
      status: 200,
      who: { profile: 'mtls', boundBy: 'certificate', certificate: { organizationId: 'PSDEE-SANDBOX-1', roles: ['ais', 'pis'] } },
    });
  });

  it.each([
    ['the secret', { client_secret: SECRET }, 'own', 'proves itself by its certificate'],
    ['no certificate', {}, 'none', 'The call has no certificate'],
    ['the certificate of another application', {}, 'foreign', 'The certificate is that of PSDEE-SANDBOX-2'],
    ['no certificate at the ordinary address, with the secret', { client_secret: SECRET }, 'ordinary', 'The call has no certificate'],
  ] as const)('gives nothing for %s, and the code stays valid', async (_what, change, which, text) => {
    const code = await newCode();
    const certificate = { own, foreign, none: undefined, ordinary: undefined }[which];
    const refused = await exchange(code, certificate, change, which === 'ordinary' ? house.publicUrl : undefined);
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client', error_description: expect.stringContaining(text) } });
    expect((await exchange(code, own)).status).toBe(200);
  });

  it('ignores a certificate in a call of the ordinary address', async () => {
    expect((await exchange(await newCode(), own, {}, house.publicUrl)).status).toBe(401);
  });

  it.each([
    ['CERTIFICATE_EXPIRED', 401, 'invalid_client'],
    ['CERTIFICATE_REVOKE', 401, 'invalid_client'],
    ['CERTIFICATE_BLOCKED', 401, 'invalid_client'],
    ['SERVICE_UNAVAILABLE', 503, 'temporarily_unavailable'],
  ] as const)('says at the token endpoint what the examination found: %s', async (fault, status, error) => {
    const code = await newCode();
    house.certificates.refuse(own, { code: fault, text: `Found ${fault}.` });
    const refused = await exchange(code, own);
    house.certificates.refuse(own, undefined);
    expect(refused).toMatchObject({ status, body: { error, error_description: `Found ${fault}.` } });
  });

  it.each([
    ['CERTIFICATE_MISSING', 401],
    ['CERTIFICATE_INVALID', 401],
    ['CERTIFICATE_EXPIRED', 401],
    ['CERTIFICATE_REVOKE', 401],
    ['CERTIFICATE_BLOCKED', 401],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const)('says at the API what the examination found: %s', async (fault, status) => {
    const { access_token } = await newTokens();
    house.certificates.refuse(own, { code: fault, text: `Found ${fault}.` });
    const refused = await call(access_token, own);
    house.certificates.refuse(own, undefined);
    expect(refused).toMatchObject({ status, code: fault, text: `Found ${fault}.` });
    expect(refused.headers.get(status === 503 ? 'retry-after' : 'www-authenticate')).toBeTruthy();
  });

  it('is measured as the bank’s failure where the revocation status cannot be read, at the API and at the token endpoint', async () => {
    const { access_token } = await newTokens();
    const code = await newCode();
    house.certificates.refuse(own, { code: 'SERVICE_UNAVAILABLE', text: 'The issuer does not respond.' });
    const statuses = [];
    for (const attempt of [() => call(access_token, own), () => exchange(code, own)]) {
      statuses.push((await attempt()).status);
      expect(house.last).toEqual({ isProven: true, client: undefined });
    }
    house.certificates.refuse(own, undefined);
    expect(statuses).toEqual([503, 503]);
  });

  it.each(['CERTIFICATE_MISSING', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_REVOKE', 'CERTIFICATE_BLOCKED', 'CERTIFICATE_INVALID'] as const)(
    'is the caller’s error and no failure of the bank with %s',
    async (fault) => {
      const { access_token } = await newTokens();
      const code = await newCode();
      house.certificates.refuse(own, { code: fault, text: `Found ${fault}.` });
      for (const attempt of [() => call(access_token, own), () => exchange(code, own)]) {
        expect((await attempt()).status).toBe(401);
        expect(house.last).toEqual({ isProven: false, client: undefined });
      }
      house.certificates.refuse(own, undefined);
    },
  );

  it('refuses the API without the certificate, with another’s and with another of the application', async () => {
    const { access_token } = await newTokens();
    expect(await call(access_token)).toMatchObject({ status: 401, code: 'CERTIFICATE_MISSING' });
    expect(await call(access_token, own, house.publicUrl)).toMatchObject({ status: 401, code: 'CERTIFICATE_MISSING' });
    expect(await call(access_token, foreign)).toMatchObject({ status: 401, code: 'CERTIFICATE_INVALID' });
    expect(await call(access_token, second)).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
      text: expect.stringContaining('Refresh it with the new'),
    });
    expect(await call(access_token, own, undefined, 'DPoP')).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
      text: expect.stringContaining('Bearer'),
    });
  });

  it('refreshes with a new certificate, to which the new token is bound, and the refresh token stays', async () => {
    const tokens = await newTokens();
    const refreshed = await refresh(tokens.refresh_token, second);
    expect([refreshed.status, refreshed.body.refresh_token]).toEqual([200, tokens.refresh_token]);
    expect(await call(refreshed.body.access_token, second)).toMatchObject({ status: 200, who: { certificate: { roles: ['ais'] } } });
    expect(await call(refreshed.body.access_token, own)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    expect((await refresh(tokens.refresh_token, own)).status).toBe(200);
  });

  it('refreshes neither without a certificate nor with another application’s', async () => {
    const { refresh_token } = await newTokens();
    expect((await refresh(refresh_token)).body.error).toBe('invalid_client');
    expect((await refresh(refresh_token, foreign)).body.error).toBe('invalid_client');
    expect((await refresh(refresh_token, own)).status).toBe(200);
  });

  it('revokes with the certificate only, and a revoked refresh token gives nothing', async () => {
    const { refresh_token, access_token } = await newTokens();
    expect((await post(REVOKE[version], { token: refresh_token }, foreign)).status).toBe(401);
    expect((await post(REVOKE[version], { token: refresh_token })).status).toBe(401);
    expect((await call(access_token, own)).status).toBe(200);
    expect((await post(REVOKE[version], { token: refresh_token }, own)).status).toBe(200);
    expect((await call(access_token, own)).code).toBe('TOKEN_UNKNOWN');
    expect(await refresh(refresh_token, own)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('refuses unbound access tokens of earlier, whose refresh token gives bound ones', async () => {
    await setProfile('basic');
    const earlier = await createOAuthJourney(house, version).newTokens();
    expect((await call(earlier.access_token, undefined, house.publicUrl)).status).toBe(200);
    await setProfile('mtls');
    expect(await call(earlier.access_token, own)).toMatchObject({ status: 401, code: 'TOKEN_INVALID', text: expect.stringContaining('Refresh it') });
    const refreshed = await refresh(earlier.refresh_token, own);
    expect((await call(refreshed.body.access_token, own)).status).toBe(200);
  });

  it('keeps tokens bound after the profile was lowered', async () => {
    const { access_token } = await newTokens();
    await setProfile('basic');
    expect(await call(access_token, undefined, house.publicUrl)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    expect((await call(access_token, own)).status).toBe(200);
  });

  it('of basic, a call at the address for mutual TLS works without a certificate, and neither with another’s nor with a wrong secret', async () => {
    await setProfile('basic');
    const secret = { client_secret: SECRET };
    expect((await exchange(await newCode(), foreign, secret)).status).toBe(401);
    expect((await exchange(await newCode(), own, { client_secret: `${SECRET}x` })).status).toBe(401);
    const { status, body } = await exchange(await newCode(), undefined, secret);
    expect(status).toBe(200);
    expect((await call(body.access_token)).status).toBe(200);
    expect((await call(body.access_token, foreign)).code).toBe('CERTIFICATE_INVALID');
  });

  it('is described by the metadata', async () => {
    const mount = `/api/${version}`;
    const metadata = JSON.parse(await (await fetch(`${house.publicUrl}${mount}/.well-known/oauth-authorization-server`)).text());
    expect(metadata).toMatchObject({
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: { token_endpoint: house.mtlsOrigin + TOKEN[version], revocation_endpoint: house.mtlsOrigin + REVOKE[version] },
      token_endpoint: house.publicUrl + TOKEN[version],
    });
    expect(metadata.token_endpoint_auth_methods_supported).toContain('tls_client_auth');
    expect(metadata.token_endpoint_auth_methods_supported).not.toContain('self_signed_tls_client_auth');
  });
});
