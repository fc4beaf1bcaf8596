/**
 * A provider registers with its certificate, signs a customer in and reads accounts: production, a bank's own core, an authority of openssl. The
 * client library is openid-client, which knows Portico from the discovery document alone.
 */
import { jsonOf, member, signInAtBank, textOf } from '@portico/testkit';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { KERSTI } from '../house/core-accounts.ts';
import { openRegistrationHouse, PUBLIC_URL, type RegistrationHouse } from '../house/registration-house.ts';

const CALLBACK = 'https://lumen.example/callback';
const METADATA = { redirect_uris: [CALLBACK], client_name: 'Lumen Books', contacts: ['ops@lumen.example'] };

let house: RegistrationHouse;
beforeAll(async () => {
  house = await openRegistrationHouse();
});
afterAll(() => house.close());

type Provider = Awaited<ReturnType<RegistrationHouse['issue']>>;

/** The library's requests: at the ordinary address without a certificate, at that for mutual TLS with it. */
const fetchAs =
  (provider: Provider): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const { origin, pathname, search } = new URL(url);
    const asked = { method, path: `${pathname}${search}`, headers, body: body === undefined || body === null ? undefined : String(body) };
    const answer =
      origin === house.mtlsOrigin
        ? await house.call(provider, asked)
        : await house.transport({ ...asked, method: method === 'POST' ? 'POST' : 'GET' });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };

async function registerWithLibrary(provider: Provider, metadata: Partial<client.ClientMetadata>) {
  const registered = await client.dynamicClientRegistration(new URL(`${PUBLIC_URL}/api/v2`), metadata, client.TlsClientAuth(), {
    [client.customFetch]: fetchAs(provider),
  });
  const { client_id, ...others } = registered.clientMetadata();
  const configuration = new client.Configuration(
    registered.serverMetadata(),
    client_id,
    { ...others, use_mtls_endpoint_aliases: true },
    client.TlsClientAuth(),
  );
  configuration[client.customFetch] = fetchAs(provider);
  return { configuration, metadata: registered.clientMetadata() };
}

/** The customer's browser, signed in, and the address with the code to which the bank sends it. */
async function signIn(url: URL) {
  const browser = house.browse();
  const { headers } = await browser.send('GET', url.href);
  const page = headers.location ?? '';
  const shown = jsonOf(await browser.send('GET', `${page}/details`));
  const resume = await signInAtBank(browser, page, KERSTI);
  const back = new URL((await browser.send('GET', resume)).headers.location ?? '');
  return { browser, back, shown };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'psu-ip-address': '192.0.2.1', 'content-type': 'application/json' });

describe('a provider with its certificate', () => {
  it.each([
    ['mtls', 'PSDEE-FI-1001', {}],
    ['fapi2', 'PSDEE-FI-1002', { require_pushed_authorization_requests: true }],
  ] as const)('registers with the profile %s by openid-client, signs a customer in and reads accounts', async (profile, id, more) => {
    const provider = await house.issue({ id, name: 'Lumen Finance AS' });
    const { configuration, metadata } = await registerWithLibrary(provider, { ...METADATA, ...more });
    expect(metadata).toMatchObject({ ...METADATA, client_id: id, registered_name: 'Lumen Finance AS', roles: ['ais', 'pis'] });

    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
    const asked = { redirect_uri: CALLBACK, scope: 'openid', state: 's', code_challenge, code_challenge_method: 'S256', bank_country: 'ee' };
    const url =
      profile === 'fapi2' ? await client.buildAuthorizationUrlWithPAR(configuration, asked) : client.buildAuthorizationUrl(configuration, asked);
    const { browser, back, shown } = await signIn(url);
    expect(member(shown, 'tppName')).toBe('Lumen Finance AS');
    const checks = { pkceCodeVerifier, expectedState: 's', idTokenExpected: true };
    const { access_token: token } = await client.authorizationCodeGrant(configuration, back, checks);

    const headers = { ...bearer(token), 'tpp-redirect-uri': CALLBACK };
    const consent = await house.call(provider, { method: 'POST', path: '/api/v1/consents', headers, body: JSON.stringify(EVERY_ACCOUNT) });
    expect(consent.status, consent.text).toBe(201);
    const [consentId, scaRedirect] = [textOf(consent.body, 'consentId'), textOf(consent.body, '_links', 'scaRedirect', 'href')];
    const pages = createAccessPages(PUBLIC_URL, [house.transport]);
    const page = await pages.enter(browser, { kind: 'consent', id: consentId, path: `/api/v1/consents/${consentId}`, scaRedirect });
    expect((await page.sign()).status).toBe(200);
    const accounts = await house.call(provider, { path: '/api/v1/accounts', headers: { ...bearer(token), 'consent-id': consentId } });
    expect([accounts.status, member(accounts.body, 'accounts', '0', 'currency')]).toEqual([200, 'EUR']);
    // The minimum is mtls: without the certificate the same token opens nothing.
    const bare = await house.call(undefined, { path: '/api/v1/accounts', headers: { ...bearer(token), 'consent-id': consentId } });
    expect([bare.status, member(bare.body, 'tppMessages', '0', 'code')]).toEqual([401, 'CERTIFICATE_MISSING']);
  });
});
