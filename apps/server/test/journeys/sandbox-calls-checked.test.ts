/** The sandbox's calls with a token are checked as those of the API are; the portal's pages call them with the token of the Tokens page alone. */
import { IssuedCertificates } from '@portico/contract';
import { member, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admit } from '../house/admit.ts';
import { certificatesOf, type DeskCertificate, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse, withCertificate } from '../house/open-developers-house.ts';
import { type Seal, signedBy } from '../house/xs2a/signing-app.ts';
import { type Reply, type Request, send } from '../house/xs2a/wire.ts';

const CALLS = [
  ['GET', '/api/v1/account-list', 200],
  ['GET', '/api/v1/client-payload?apiId=payments', 200],
  ['DELETE', '/api/v1/client-payload', 204],
  ['DELETE', '/api/v1/sandbox/reset', 204],
] as const;

let house: DevelopersHouse;
let desk: FallbackDesk;
let bearer = '';
let seal: Seal;
let payments: DeskCertificate;
let foreign: DeskCertificate;
beforeAll(async () => {
  house = await openDevelopersHouse();
  desk = await openFallbackDesk(house, 'dev_checked');
  bearer = textOf(
    desk.customers.find((customer) => customer.access_token !== undefined),
    'access_token',
  );
  payments = await certificatesOf(house, desk).issue({ roles: ['pis'] });
  foreign = await certificatesOf(house, await openFallbackDesk(house, 'dev_other')).issue();
  const body = { roles: ['ais'], lifetime: 'year', keyType: 'p256' };
  const { files } = Value.Parse(IssuedCertificates, (await house.send(desk.developerId, 'POST', '/api/tpp/certificates', { body })).body);
  seal = { pem: files['qseal.pem'] ?? '', key: files['qseal.key'] ?? '' };
});
beforeEach(() => settle('portal', 'basic', false));
afterAll(() => house.close());

/** @param boundTo null: a token of the token endpoint */
async function settle(boundTo: string | null, profile: string, signs: boolean): Promise<void> {
  await house.database.query('update oauth_artifact set bound_to = $1 where app_id = $2', [boundTo, desk.appId]);
  await house.database.query('update tpp_app set security_profile = $1, signs_requests = $2 where app_id = $3', [profile, signs, desk.appId]);
}

const call = (method: Request['method'], url: string, headers: Request['headers'] = {}): Request => ({
  method,
  url,
  headers: { authorization: `Bearer ${bearer}`, 'x-request-id': crypto.randomUUID(), ...headers },
});
const ask = (request: Request) => send(house.app, request);
const codeOf = ({ status, body }: Reply) => [status, member(body, 'tppMessages', '0', 'code')];

describe.each(CALLS)('%s %s', (method, url, done) => {
  it('needs the certificate that the profile needs, and takes none of another application', async () => {
    for (const profile of ['mtls', 'fapi2']) {
      await settle(null, profile, false);
      expect(codeOf(await ask(call(method, url)))).toEqual([401, 'CERTIFICATE_MISSING']);
      expect(codeOf(await ask(call(method, url, withCertificate(foreign.pem))))).toEqual([401, 'CERTIFICATE_INVALID']);
    }
    await settle('portal', 'basic', false);
    expect(codeOf(await ask(call(method, url, withCertificate(foreign.pem))))).toEqual([401, 'CERTIFICATE_INVALID']);
  });

  it('needs the signature of an application that signs its calls', async () => {
    await settle(null, 'basic', true);
    expect(codeOf(await ask(call(method, url)))).toEqual([401, 'CERTIFICATE_MISSING']);
    const signed = signedBy(seal, call(method, url));
    const { signature: _signature, ...unsigned } = signed.headers;
    expect(codeOf(await ask({ ...signed, headers: unsigned }))).toEqual([401, 'SIGNATURE_MISSING']);
    expect(codeOf(await ask({ ...signed, headers: { ...signed.headers, 'x-request-id': crypto.randomUUID() } }))).toEqual([401, 'SIGNATURE_INVALID']);
    expect((await ask(signed)).status).toBe(done);
  });

  it('works with the token of the Tokens page without certificate and signature, with every profile', async () => {
    for (const profile of ['basic', 'mtls', 'fapi2']) {
      await settle('portal', profile, true);
      expect((await ask(call(method, url))).status).toBe(done);
    }
    // With a certificate it is a call of the application.
    expect(codeOf(await ask(call(method, url, withCertificate(payments.pem))))[0]).toBe(401);
  });
});

it('the token in the body of DELETE /api/v1/client-payload is checked as one in the header, and the signature covers the body', async () => {
  const request: Request = {
    method: 'DELETE',
    url: '/api/v1/client-payload',
    headers: { 'x-request-id': crypto.randomUUID(), 'content-type': 'application/json' },
    body: { accessToken: bearer },
  };
  await settle(null, 'basic', true);
  expect(codeOf(await ask(request))).toEqual([401, 'CERTIFICATE_MISSING']);
  expect((await ask(signedBy(seal, request))).status).toBe(204);
  expect(codeOf(await ask({ ...signedBy(seal, request), body: { accessToken: bearer, x: 1 } }))[0]).not.toBe(204);
  await settle('portal', 'basic', true);
  expect((await ask(request)).status).toBe(204);
});

describe('the account list', () => {
  const list = (headers: Request['headers'] = {}) => ask(call('GET', '/api/v1/account-list', headers));

  it('needs the role PSP_AI of the certificate, the other calls need none', async () => {
    await settle(null, 'basic', false);
    const refused = await list(withCertificate(payments.pem));
    expect([codeOf(refused), refused.text]).toEqual([[401, 'ROLE_INVALID'], expect.stringContaining('account information (PSP_AI)')]);
    for (const [method, url, done] of CALLS.slice(1)) expect((await ask(call(method, url, withCertificate(payments.pem)))).status).toBe(done);
  });

  // The last one: the admission stays.
  it('needs the role of the admission, except on the pages of the portal', async () => {
    await admit(house, desk.developerId, ['pis']);
    await settle(null, 'basic', false);
    expect(codeOf(await list())).toEqual([401, 'ROLE_INVALID']);
    await settle('portal', 'basic', false);
    expect((await list()).status).toBe(200);
    expect(codeOf(await list(withCertificate(payments.pem)))).toEqual([401, 'ROLE_INVALID']);
  });
});
