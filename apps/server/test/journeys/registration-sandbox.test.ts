/** The sandbox, where a registration can be tried: a test certificate registers another application of its developer, with its sandbox. */
import { X509Certificate } from 'node:crypto';
import { ApplicationList, IssuedCertificates, TokenUserList } from '@portico/contract';
import { APPLICATIONS_MAX } from '@portico/contract/values';
import { jsonOf, member } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, ORGANIZATION_ID, PROVIDER, QWAC, testKey } from '#modules/provider-identity/testing/make-certificate.ts';
import { utf8 } from '#modules/provider-identity/testing/write-der.ts';
import { type MtlsDoor, openMtlsDoor, type Pair } from '../house/mtls-door.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const CERTIFICATES = '/api/tpp/certificates';
const GOOD = { redirect_uris: ['http://127.0.0.1:3001/callback'], client_name: 'Lumen Books' };
const DAY_MS = 86_400_000;

let house: DevelopersHouse;
let door: MtlsDoor;
beforeAll(async () => {
  house = await openDevelopersHouse({ settings: { PORTICO_REGISTRATION: 'on' } });
  door = await openMtlsDoor(house.app, house.config);
});
afterAll(async () => {
  door.close();
  await house.close();
});

let made = 0;
/** A developer with a test certificate. */
async function newDeveloper(wish: object = {}) {
  made += 1;
  const id = `dev_registers_${made}`;
  await house.send(id, 'POST', '/api/tpp');
  const { body } = await house.send(id, 'POST', CERTIFICATES, { body: { roles: ['ais'], lifetime: 'year', keyType: 'p256', ...wish } });
  const { files, certificates } = Value.Parse(IssuedCertificates, body);
  const [web] = certificates;
  if (web === undefined) throw new Error('No certificate was issued.');
  return { id, web, organizationId: web.organizationId, pair: { cert: files['qwac.pem'] ?? '', key: files['qwac.key'] ?? '' } };
}

async function call(pair: Pair, method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
  const answer = await door.call(pair, method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  return { status: answer.status, body: jsonOf(answer) };
}

const register = (pair: Pair, change: object = {}) => call(pair, 'POST', '/api/v2/register', {}, { ...GOOD, ...change });
const refused = (text: RegExp) => ({ status: 401, body: { error: 'invalid_client', error_description: expect.stringMatching(text) } });
const listOf = async (id: string) => Value.Parse(ApplicationList, (await house.send(id, 'GET', '/api/tpp/applications')).body);

describe('a test certificate', () => {
  it('registers an application of its developer, whose test customers’ token works with the certificate', async () => {
    const { id, organizationId, pair } = await newDeveloper();
    const { status, body } = await register(pair);
    expect([status, member(body, 'client_id'), member(body, 'registration_status')]).toEqual([201, organizationId, 'active']);
    expect(member(body, 'registered_name')).toMatch(/\(sandbox\)$/);
    expect(await listOf(id)).toContainEqual({ clientId: organizationId, clientName: 'Lumen Books', isSuspended: false });
    const headers = { 'tpp-client-id': organizationId };
    const users = Value.Parse(TokenUserList, (await house.send(id, 'GET', '/api/tpp/psu', { headers })).body);
    const token = users.find(({ access_token: each }) => each !== undefined)?.access_token;
    const read = await call(pair, 'GET', '/api/v1/account-list', { authorization: `Bearer ${token}` });
    expect([read.status, member(read.body, 'accounts', '0', 'currency')]).toEqual([200, 'EUR']);
    const payment = await call(pair, 'POST', '/api/v1/payments/sepa-credit-transfers', { authorization: `Bearer ${token}` }, {});
    expect([payment.status, member(payment.body, 'tppMessages', '0', 'code')]).toEqual([401, 'ROLE_INVALID']);
  });

  it('may be bound by DPoP with private_key_jwt here', async () => {
    const { pair } = await newDeveloper();
    const jwks = { keys: [testKey('P-256', 'registers').publicKey.export({ format: 'jwk' })] };
    const { status, body } = await register(pair, { token_endpoint_auth_method: 'private_key_jwt', jwks, dpop_bound_access_tokens: true });
    expect([status, member(body, 'dpop_bound_access_tokens'), member(body, 'tls_client_certificate_bound_access_tokens')]).toEqual([
      201,
      true,
      false,
    ]);
  });

  it('that has expired, or that its developer revoked, registers nothing', async () => {
    expect(await register((await newDeveloper({ lifetime: 'expired' })).pair)).toMatchObject(refused(/was valid from/));
    const { id, web, pair } = await newDeveloper();
    // The verdict is kept from here on.
    expect((await register(pair, { client_name: '' })).status).toBe(400);
    expect((await house.send(id, 'PUT', `${CERTIFICATES}/${web.certificateId}/revocation`)).status).toBeLessThan(300);
    expect(await register(pair)).toMatchObject(refused(/revoked the certificate/));
    expect(await listOf(id)).toHaveLength(1);
    // Revoked at another server: this one has kept its verdict.
    const elsewhere = await newDeveloper();
    expect((await register(elsewhere.pair, { client_name: '' })).status).toBe(400);
    await house.database.query('update test_certificate set revoked_at = now() where thumbprint = $1', [elsewhere.web.thumbprint]);
    expect(await register(elsewhere.pair)).toMatchObject(refused(/was revoked at/));
  });

  it('registers nothing for a developer who has the most applications', async () => {
    const { id, pair } = await newDeveloper();
    for (let count = 1; count < APPLICATIONS_MAX; count += 1)
      expect((await house.send(id, 'POST', '/api/tpp/applications', { body: { clientName: `Number ${count}` } })).status).toBe(201);
    const { status, body } = await register(pair);
    expect([status, member(body, 'error'), member(body, 'error_description')]).toEqual([
      409,
      'invalid_request',
      expect.stringContaining('Delete one'),
    ]);
    expect(await listOf(id)).toHaveLength(APPLICATIONS_MAX);
  });

  it('of a provider without a developer registers nothing: the application would have no owner', async () => {
    const { organizationId, pair } = await newDeveloper();
    await house.database.query('update provider set developer_id = null where organization_id = $1', [organizationId]);
    expect(await register(pair)).toMatchObject(refused(/belongs to a developer/));
    expect((await house.database.query('select 1 from tpp_app where client_id = $1', [organizationId])).rows).toEqual([]);
  });

  it('registers again after its developer has deleted the application', async () => {
    const { id, organizationId, pair } = await newDeveloper();
    expect((await register(pair)).status).toBe(201);
    expect((await register(pair)).status).toBe(200);
    expect((await house.send(id, 'DELETE', '/api/tpp', { headers: { 'tpp-client-id': organizationId } })).status).toBeLessThan(300);
    expect((await register(pair)).status).toBe(201);
  });

  it('with an uploaded certificate that names another provider registers nothing', async () => {
    const [victim, attacker] = [await newDeveloper(), await newDeveloper()];
    const key = testKey('P-256', 'attacker-registers');
    const subject = PROVIDER.map(([type, value]) => [type, type === ORGANIZATION_ID ? utf8(victim.organizationId) : value] as const);
    const [notBefore, notAfter] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + 30 * DAY_MS)];
    const forged = new X509Certificate(makeCertificate({ subject, key, serial: '5e12a1c0ff', extensions: QWAC, notBefore, notAfter }));
    const pair = { cert: forged.toString(), key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    expect((await house.send(attacker.id, 'POST', `${CERTIFICATES}/uploads`, { body: { pem: pair.cert } })).status).toBe(201);
    expect(await register(pair)).toMatchObject(refused(/does not trust/));
    // A call of the attacker's application proves the key, and the sandbox trusts the certificate for this application.
    const users = Value.Parse(TokenUserList, (await house.send(attacker.id, 'GET', '/api/tpp/psu')).body);
    const token = users.find(({ access_token: each }) => each !== undefined)?.access_token;
    expect((await call(pair, 'GET', '/api/v1/account-list', { authorization: `Bearer ${token}` })).status).toBe(200);
    expect(await register(pair)).toMatchObject(refused(/No authority that the bank trusts/));
    expect(await listOf(victim.id)).toHaveLength(1);
  });
});
