/** With a bank's own core the least profile is `mtls`, as soon as there is an address for certificates; and the token of the Tokens page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { issueToken } from '../index.ts';
import { minimumProfileOf, readBinding } from '../security/profile.ts';
import { APP, type OAuthHouse, openOAuthHouse, SECRET } from '../testing/oauth-house.ts';
import type { TestCertificate } from '../testing/test-certificates.ts';

const audit = createAudit({ keyAudit: Buffer.alloc(32, 1) });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;
let database: OpenedDatabase;

beforeAll(async () => {
  platform = await openTestPlatform({ appendAudit: audit.append });
  database = platform.database;
});
afterAll(() => database.close());

const setProfile = (profile: string) =>
  database.query(`update tpp_app set security_profile = $1, jwks = null where app_id = $2`, [profile, APP.appId]);

async function newToken(): Promise<string> {
  const { write, random } = platform.platform;
  const input = { app: APP, customerId: 'cus_mari', bankCountry: 'ee', locale: 'en', now: new Date() } as const;
  return (await write((context) => issueToken({ random }, context, input))).accessToken;
}

async function call(origin: string, token: string, certificate?: TestCertificate) {
  const response = await fetch(`${origin}/api/v1/who`, { headers: { authorization: `Bearer ${token}`, ...certificate?.headers } });
  const who = JSON.parse(await response.text());
  return { status: response.status, code: who.tppMessages?.[0]?.code, who };
}

describe('the token of the Tokens page', () => {
  let house: OAuthHouse;
  let own: TestCertificate;
  let foreign: TestCertificate;
  beforeAll(async () => {
    house = await openOAuthHouse(database, audit, { hasMtls: true });
    own = house.certificates.issue(APP.appId);
    foreign = house.certificates.issue('app_other');
  });
  afterAll(() => house.app.close());

  it.each(['basic', 'mtls', 'fapi2'])('works without a certificate in the sandbox with the profile %s, and says so to the log', async (profile) => {
    await setProfile(profile);
    const token = await newToken();
    expect(await call(house.publicUrl, token)).toMatchObject({ status: 200, who: { boundBy: 'portal', profile } });
    expect(await call(house.mtlsOrigin, token, own)).toMatchObject({ status: 200, who: { certificate: { roles: ['ais', 'pis'] } } });
    expect(await call(house.mtlsOrigin, token, foreign)).toMatchObject({ status: 401, code: 'CERTIFICATE_INVALID' });
  });
});

describe('with a bank’s own core and an address for certificates', () => {
  let house: OAuthHouse;
  let own: TestCertificate;
  beforeAll(async () => {
    house = await openOAuthHouse(database, audit, { hasMtls: true, isSandbox: false });
    own = house.certificates.issue(APP.appId);
  });
  afterAll(() => house.app.close());
  beforeEach(() => setProfile('basic'));

  it('an application of the profile basic is held to mtls: its secret proves nothing', async () => {
    const body = new URLSearchParams({ client_id: APP.clientId, client_secret: SECRET, grant_type: 'refresh_token', refresh_token: 'x' });
    for (const origin of [house.publicUrl, house.mtlsOrigin]) {
      const response = await fetch(`${origin}/api/v2/openam/token`, { method: 'POST', body });
      expect([response.status, JSON.parse(await response.text()).error]).toEqual([401, 'invalid_client']);
    }
    body.delete('client_secret');
    const proven = await fetch(`${house.mtlsOrigin}/api/v2/openam/token`, { method: 'POST', body, headers: own.headers });
    expect([proven.status, JSON.parse(await proven.text()).error]).toEqual([400, 'invalid_grant']);
  });

  it.each(['portal', undefined, 'jkt:AAAA'])('a token that is bound to %s opens nothing', async (boundTo) => {
    await setProfile('fapi2');
    const token = await newToken();
    await database.query(`update oauth_artifact set bound_to = $1 where bound_to = 'portal'`, [boundTo ?? null]);
    expect((await call(house.publicUrl, token)).status).toBe(401);
    expect(await call(house.mtlsOrigin, token, own)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
  });

  it('a token that is bound to the certificate opens the API with it', async () => {
    const token = await newToken();
    await database.query(`update oauth_artifact set bound_to = $1 where bound_to = 'portal'`, [`x5t#S256:${own.x5t}`]);
    expect(await call(house.mtlsOrigin, token, own)).toMatchObject({ status: 200, who: { profile: 'mtls', boundBy: 'certificate' } });
    expect(await call(house.publicUrl, token, own)).toMatchObject({ status: 401, code: 'CERTIFICATE_MISSING' });
  });
});

describe('without an address for certificates', () => {
  let house: OAuthHouse;
  beforeAll(async () => {
    house = await openOAuthHouse(database, audit, { isSandbox: false });
  });
  afterAll(() => house.app.close());

  it('an application of the profile basic goes on with its secret, also with a bank’s own core', async () => {
    await setProfile('basic');
    const body = new URLSearchParams({ client_id: APP.clientId, client_secret: SECRET, grant_type: 'refresh_token', refresh_token: 'x' });
    const response = await fetch(`${house.publicUrl}/api/v2/openam/token`, { method: 'POST', body });
    expect(JSON.parse(await response.text()).error).toBe('invalid_grant');
    expect((await call(house.publicUrl, await newToken())).status).toBe(200);
  });

  it.each(['mtls', 'fapi2'])('the profile %s without keys is refused, and the text says why', async (profile) => {
    const token = await newToken();
    await setProfile(profile);
    const body = new URLSearchParams({ client_id: APP.clientId, grant_type: 'refresh_token', refresh_token: 'x' });
    const response = await fetch(`${house.publicUrl}/api/v2/openam/token`, { method: 'POST', body });
    expect([response.status, JSON.parse(await response.text())]).toMatchObject([
      401,
      { error: 'invalid_client', error_description: expect.stringContaining('no address for certificates') },
    ]);
    expect(await call(house.publicUrl, token)).toMatchObject({ status: 401, code: 'CERTIFICATE_MISSING' });
  });
});

describe('the least profile', () => {
  it.each([
    ['sandbox', true, 'basic'],
    ['sandbox', false, 'basic'],
    ['adapter', true, 'mtls'],
    ['adapter', false, 'basic'],
  ] as const)('of the bank %s with an address for certificates: %s, is %s', (bank, hasMtls, profile) => {
    expect(minimumProfileOf({ bank }, hasMtls)).toBe(profile);
  });
});

it('a token that is bound to something unknown is refused', () => {
  expect(() => readBinding('dns:example')).toThrow('bound to something');
});
