/** Client libraries that are not ours with the profiles `mtls` and `fapi2`, from the discovery document alone: openid-client and oauth4webapi. */
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createKey, type Key } from '../testing/fapi-client.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI } from '../testing/oauth-house.ts';
import type { TestCertificate } from '../testing/test-certificates.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
let certificate: TestCertificate;

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }), { hasMtls: true });
  certificate = house.certificates.issue(APP.appId);
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** In place of the handshake. */
const withCertificate = (url: string, { method, headers, body }: Sent) =>
  fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...certificate.headers },
    ...(body === undefined || body === null ? {} : { body: String(body) }),
  });

async function register(profile: string, key?: Key): Promise<void> {
  const jwks = key === undefined ? null : JSON.stringify({ keys: [key.jwk] });
  await database.query('update tpp_app set security_profile = $1, jwks = $2::jsonb where app_id = $3', [profile, jwks, APP.appId]);
}

async function comeBack(url: URL): Promise<URL> {
  const browser = new Browser(house.publicUrl);
  const resume = (await browser.send(url.href)).headers.get('location') ?? '';
  return new URL((await browser.send(resume)).headers.get('location') ?? '');
}

const CHECKS = { expectedState: 'state-1', idTokenExpected: true } as const;

async function askedFor(configuration: client.Configuration, isPushed: boolean) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', state: 'state-1', code_challenge, code_challenge_method: 'S256', bypass: 'true' };
  const url = isPushed
    ? await client.buildAuthorizationUrlWithPAR(configuration, parameters)
    : client.buildAuthorizationUrl(configuration, parameters);
  return { back: await comeBack(url), pkceCodeVerifier };
}

describe('openid-client', () => {
  const discover = async (authentication: client.ClientAuth, mount: string, metadata: Partial<client.ClientMetadata> = {}) => {
    const options = { execute: [client.allowInsecureRequests], [client.customFetch]: withCertificate };
    return client.discovery(new URL(house.publicUrl + mount), APP.clientId, metadata, authentication, options);
  };

  it.each(['/api/v1', '/api/v2'])('by certificate at %s: signs in, calls, refreshes, revokes', async (mount) => {
    await register('mtls');
    const configuration = await discover(client.TlsClientAuth(), mount, { use_mtls_endpoint_aliases: true });
    const { back, pkceCodeVerifier } = await askedFor(configuration, false);
    const tokens = await client.authorizationCodeGrant(configuration, back, { ...CHECKS, pkceCodeVerifier });
    const called = await client.fetchProtectedResource(configuration, tokens.access_token, new URL(`${house.mtlsOrigin}/api/v1/who`), 'GET');
    expect(await called.json()).toMatchObject({ boundBy: 'certificate', customerId: 'cus_mari' });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    expect(refreshed.refresh_token).toBe(tokens.refresh_token);
    await client.tokenRevocation(configuration, refreshed.access_token);
    await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('by pushed request, private_key_jwt and DPoP: signs in, calls, refreshes', async () => {
    const key = await createKey();
    await register('fapi2', key);
    const configuration = await discover(client.PrivateKeyJwt(key.privateKey), '/api/v2');
    const DPoP = client.getDPoPHandle(configuration, await client.randomDPoPKeyPair('ES256'));
    const { back, pkceCodeVerifier } = await askedFor(configuration, true);
    const tokens = await client.authorizationCodeGrant(configuration, back, { ...CHECKS, pkceCodeVerifier }, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const who = new URL(`${house.publicUrl}/api/v1/who`);
    const called = await client.fetchProtectedResource(configuration, tokens.access_token, who, 'GET', undefined, undefined, { DPoP });
    expect(await called.json()).toMatchObject({ boundBy: 'dpop', customerId: 'cus_mari' });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(refreshed.token_type).toBe('dpop');
  });
});

describe('oauth4webapi', () => {
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: withCertificate };

  it('by pushed request and certificate: signs in, calls', async () => {
    await register('fapi2');
    const issuer = new URL(house.issuer);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
    const app: oauth.Client = { client_id: APP.clientId, use_mtls_endpoint_aliases: true };
    const verifier = oauth.generateRandomCodeVerifier();
    const parameters = {
      ...{ redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', bypass: 'true', state: 'state-1' },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    };
    const pushed = await oauth.pushedAuthorizationRequest(server, app, oauth.TlsClientAuth(), parameters, options);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(server, app, pushed);
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({ client_id: APP.clientId, request_uri }).toString();
    const back = oauth.validateAuthResponse(server, app, await comeBack(url), 'state-1');
    const given = await oauth.authorizationCodeGrantRequest(server, app, oauth.TlsClientAuth(), back, REDIRECT_URI, verifier, options);
    const tokens = await oauth.processAuthorizationCodeResponse(server, app, given);
    const who = new URL(`${house.mtlsOrigin}/api/v1/who`);
    const called = await oauth.protectedResourceRequest(tokens.access_token, 'GET', who, undefined, undefined, options);
    expect(await called.json()).toMatchObject({ boundBy: 'certificate', profile: 'fapi2' });
  });
});
