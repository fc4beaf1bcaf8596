/** A client library that is not ours, from the discovery document alone, over HTTP. */
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from './testing/oauth-house.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
const SESSION = { sandboxId: 'sbx_one', customerId: 'cus_mari' };

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }));
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

describe.each([
  ['version 1', '/api/v1', 'oidc'],
  ['version 2', '/api/v2', 'oidc'],
  ['version 2, by OAuth metadata', '/api/v2', 'oauth2'],
] as const)('openid-client through %s', (_version, mount, algorithm) => {
  const discover = (authentication: client.ClientAuth = client.ClientSecretPost(SECRET)) => {
    // RFC 8414 puts the well-known part before the issuer's path; most servers and ours have it behind, as OpenID Connect does.
    const server = algorithm === 'oidc' ? house.publicUrl + mount : `${house.publicUrl}${mount}/.well-known/oauth-authorization-server`;
    return client.discovery(new URL(server), APP.clientId, {}, authentication, { execute: [client.allowInsecureRequests], algorithm });
  };

  async function signIn(configuration: client.Configuration, parameters: Readonly<Record<string, string>> = {}) {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      bypass: 'true',
      ...parameters,
    });
    const browser = new Browser(house.publicUrl);
    const resume = (await browser.send(url.href)).headers.get('location') ?? '';
    const back = new URL((await browser.send(resume)).headers.get('location') ?? '');
    return client.authorizationCodeGrant(configuration, back, { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true });
  }

  it('signs in, refreshes, revokes', async () => {
    const configuration = await discover();
    const tokens = await signIn(configuration);
    expect(tokens.claims()).toMatchObject({ sub: 'sbx_one:cus_mari', bank_country: 'ee', iss: `${house.publicUrl}${mount}` });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: 'sbx_one:cus_mari', auth_time: tokens.claims()?.auth_time });
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    await client.tokenRevocation(configuration, refreshed.refresh_token ?? '');
    await expect(client.refreshTokenGrant(configuration, refreshed.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('authenticates by Basic as well', async () => {
    const tokens = await signIn(await discover(client.ClientSecretBasic(SECRET)));
    expect(tokens.refresh_token).toBeDefined();
  });

  it('asks for offline access and consent as libraries do', async () => {
    const tokens = await signIn(await discover(), { scope: 'openid offline_access', prompt: 'consent' });
    expect(tokens.scope).toBe('openid offline_access');
    expect(tokens.refresh_token).toBeDefined();
  });

  it('signs the customer out of the bank, and comes back', async () => {
    house.bank.session = SESSION;
    const configuration = await discover();
    const { id_token } = await signIn(configuration);
    const url = client.buildEndSessionUrl(configuration, { id_token_hint: id_token ?? '', post_logout_redirect_uri: REDIRECT_URI, state: 'bye' });
    const response = await fetch(url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${REDIRECT_URI}?state=bye`]);
    expect(house.bank.session).toBeUndefined();
  });

  it('finds only what is offered', async () => {
    const metadata = (await discover()).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: `${house.publicUrl}${mount}`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['openid', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', ...(mount === '/api/v2' ? ['private_key_jwt'] : [])],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ['en', 'et', 'lt', 'lv', 'ru'],
    });
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'revocation_endpoint', 'end_session_endpoint']) {
      expect(String(metadata[name])).toMatch(`${house.publicUrl}${mount}/`);
    }
    for (const name of ['userinfo_endpoint', 'registration_endpoint', 'mtls_endpoint_aliases', 'introspection_endpoint']) {
      expect(metadata).not.toHaveProperty(name);
    }
    expect(Object.hasOwn(metadata, 'pushed_authorization_request_endpoint')).toBe(mount === '/api/v2');
  });
});
