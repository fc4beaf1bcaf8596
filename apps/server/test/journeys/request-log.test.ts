/** A developer's request log: what it shows of a call, to whom, and what it never shows. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { request } from 'node:https';
import { LoggedRequest, RequestLogPage, TokenUserList } from '@portico/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFurtherServer } from '#platform/http/further-server.ts';
import { noteIdentity } from '#platform/tls/identity-note.ts';
import { createMtlsServer } from '#platform/tls/mtls-listener.ts';
import { makeCertificate } from '../../src/testing/make-certificate.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const [ADA, BEN, CARL] = ['dev_ada', 'dev_ben', 'dev_carl'];
const PATH = '/api/tpp/requests';

let house: DevelopersHouse;
let bearer: string;
let tokenOfBen: string;
beforeAll(async () => {
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  bearer = await tokenOf(ADA);
  tokenOfBen = await tokenOf(BEN);
});
afterAll(() => house.close());

async function tokenOf(developer: string): Promise<string> {
  const users = Value.Parse(TokenUserList, (await house.send(developer, 'GET', '/api/tpp/psu')).body);
  return users.find(({ access_token: token }) => token !== undefined)?.access_token ?? '';
}

async function list(developer: string | undefined, query: Readonly<Record<string, string>> = {}) {
  await house.modules.requestLog.flush();
  return house.send(developer, 'GET', `${PATH}?${new URLSearchParams(query)}`);
}

async function itemsOf(developer: string, query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await list(developer, query);
  expect(status).toBe(200);
  return Value.Parse(RequestLogPage, body).items;
}

async function detailsOf(requestId: string) {
  const [found] = await itemsOf(ADA, { requestId });
  return Value.Parse(LoggedRequest, (await house.send(ADA, 'GET', `${PATH}/${found?.id}`)).body);
}

const call = (method: string, url: string, options: { bearer?: string; body?: unknown; headers?: Record<string, string> } = {}) => {
  const requestId = randomUUID();
  return house
    .send(undefined, method, url, { ...options, headers: { ...options.headers, 'x-request-id': requestId } })
    .then((answer) => ({ ...answer, requestId }));
};

const ORDER = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: 'EE869800100045081764' },
  creditorName: 'Mari Geheim',
};

describe('a call of the API', () => {
  it('is found by its X-Request-ID, with its operation, status and time', async () => {
    const { requestId } = await call('GET', '/api/v1/account-list', { bearer });
    expect(await itemsOf(ADA, { requestId })).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: expect.any(String),
        requestId,
        method: 'GET',
        path: '/api/v1/account-list',
        apiId: 'sandbox',
        operationId: expect.any(String),
        status: 200,
        durationMs: expect.any(Number),
        isAuthenticated: true,
        customerId: expect.stringMatching(/^cus_/),
      },
    ]);
  });

  it('that was refused is logged with its error code and cause', async () => {
    const { requestId } = await call('POST', '/api/v1/payments/sepa-credit-transfers', {
      bearer,
      body: { ...ORDER, instructedAmount: { amount: 'much' } },
    });
    expect(await detailsOf(requestId)).toMatchObject({
      status: 400,
      code: 'FORMAT_ERROR',
      cause: expect.stringMatching(/^\S+: .{10,}/),
      operationId: 'initiatePayment',
    });
  });

  it('is logged with masked body and headers', async () => {
    const headers = { 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${house.config.publicUrl}/paid?code=geheim` };
    const { requestId, status } = await call('POST', '/api/v1/payments/sepa-credit-transfers', { bearer, headers, body: ORDER });
    expect(status).toBe(201);
    const found = await detailsOf(requestId);
    expect(found.requestBody).toEqual({
      instructedAmount: { amount: '1.00', currency: 'EUR' },
      creditorAccount: { iban: 'EE…64' },
      creditorName: '•••',
    });
    expect(found.requestHeaders).toMatchObject({ authorization: 'Bearer •••', 'psu-ip-address': '•••' });
    expect(found.responseBody).toMatchObject({ transactionStatus: 'RCVD', paymentId: expect.stringMatching(/^pay_/) });
    for (const secret of [bearer, 'geheim', 'Geheim', '192.0.2.1']) expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('that reads customer data is logged without the response body', async () => {
    const read = await call('GET', '/api/v1/account-list', { bearer });
    const found = await detailsOf(read.requestId);
    expect([read.status, found.status, found.responseBody]).toEqual([200, 200, undefined]);
    expect(JSON.stringify(found)).not.toContain('iban');
  });

  it('at the address for mutual TLS is logged with the identity of its certificate, and never with the certificate', async () => {
    const [server, provider] = [await makeCertificate({ name: 'localhost' }), await makeCertificate({ name: 'Provider (fictitious)' })];
    const note = { organizationId: 'PSDEE-LFSA-4711', roles: ['PSP_AI'] };
    const make = (options: object, route: RequestListener) =>
      createMtlsServer(server, options, (incoming, answer) => {
        if (incoming.url === '/api/v1/account-list?noted') noteIdentity(incoming, note);
        route(incoming, answer);
      });
    const door = createFurtherServer(house.app, { config: house.config, make });
    door.server.listen(0, '127.0.0.1');
    await once(door.server, 'listening');
    const port = Number(Reflect.get(Object(door.server.address()), 'port'));
    const ask = (path: string, more: object) =>
      new Promise<string>((resolve, reject) => {
        const requestId = randomUUID();
        const headers = { authorization: `Bearer ${bearer}`, 'x-request-id': requestId };
        const connection = { port, host: '127.0.0.1', servername: 'localhost', ca: server.certPem, agent: false as const };
        request({ ...connection, path, headers, ...more }, (answer) => answer.resume().once('end', () => resolve(requestId)))
          .once('error', reject)
          .end();
      });
    // The response may arrive before the server has written its line.
    const lineOf = async (path: string, more: object) => {
      const requestId = await ask(path, more);
      await expect.poll(async () => (await itemsOf(ADA, { requestId })).length).toBe(1);
      return detailsOf(requestId);
    };
    const withKey = { cert: provider.certPem, key: provider.keyPem };
    const thumbprint = createHash('sha256').update(provider.der).digest('hex');
    // No authority issued it.
    const fault = 'CERTIFICATE_INVALID';
    expect((await lineOf('/api/v1/account-list', withKey)).certificate).toEqual({ thumbprint, fault });
    const noted = await lineOf('/api/v1/account-list?noted', withKey);
    expect(noted.certificate).toEqual({ thumbprint, fault, ...note });
    expect((await lineOf('/api/v1/account-list', {})).certificate).toEqual({});
    expect((await detailsOf((await call('GET', '/api/v1/account-list', { bearer })).requestId)).certificate).toBeUndefined();
    expect(JSON.stringify(noted)).not.toMatch(/MII|BEGIN|serial/i);
    door.cut();
    door.server.close();
  });

  it('with an expired token is logged for its application', async () => {
    await house.database.query(
      `update oauth_artifact set expires_at = now() - interval '1 minute' where app_id in (select app_id from tpp_app where developer_id = $1)`,
      [BEN],
    );
    const { requestId, status } = await call('GET', '/api/v1/account-list', { bearer: tokenOfBen });
    expect(status).toBe(401);
    expect(await itemsOf(BEN, { requestId })).toMatchObject([{ status: 401, code: 'TOKEN_EXPIRED', cause: expect.stringContaining('expired') }]);
  });

  it('of the authorization server is logged under its client id, and with its body only if the secret is right', async () => {
    const { body } = await house.send(ADA, 'GET', '/api/tpp');
    const clientId = String(Object(body).clientId);
    const authorization = `Basic ${Buffer.from(`${clientId}:geheim`).toString('base64')}`;
    const { requestId } = await call('POST', '/api/v2/openam/token', {
      headers: { authorization },
      body: { grant_type: 'authorization_code', code: 'geheim' },
    });
    const found = await detailsOf(requestId);
    expect(found).toMatchObject({ code: expect.stringMatching(/^invalid_/), apiId: 'oauth2', requestHeaders: { authorization: 'Basic •••' } });
    expect([found.isAuthenticated, found.requestBody, found.responseBody]).toEqual([false, undefined, undefined]);
    expect(JSON.stringify(found)).not.toContain('geheim');
    const form = await call('POST', '/api/v2/openam/token', { body: { grant_type: 'refresh_token', client_id: clientId, client_secret: 'geheim' } });
    expect(await detailsOf(form.requestId)).toMatchObject({ isAuthenticated: false });
    const { clientSecret } = Object((await house.send(ADA, 'POST', '/api/tpp/secret/reveal')).body);
    const proven = await call('POST', '/api/v2/openam/token', {
      body: { grant_type: 'refresh_token', refresh_token: 'geheim', client_id: clientId, client_secret: clientSecret },
    });
    const kept = await detailsOf(proven.requestId);
    expect(kept).toMatchObject({ isAuthenticated: true, requestBody: { client_secret: '•••', refresh_token: '•••' } });
    expect(JSON.stringify(kept)).not.toContain(clientSecret);
  });

  it.each(['token', 'token/revocation'])(
    'that another application proves itself for is its own, whichever client id the address of %s names',
    async (path) => {
      const clientOf = async (developer: string) => String(Object((await house.send(developer, 'GET', '/api/tpp')).body).clientId);
      const [victim, own] = [await clientOf(ADA), await clientOf(BEN)];
      const { clientSecret } = Object((await house.send(BEN, 'POST', '/api/tpp/secret/reveal')).body);
      const form = { grant_type: 'refresh_token', refresh_token: 'planted', token: 'planted', client_id: own, client_secret: clientSecret };
      const { requestId } = await call('POST', `/api/v2/openam/${path}?client_id=${victim}`, { body: form });
      expect(await itemsOf(ADA, { requestId })).toEqual([]);
      expect(await itemsOf(BEN, { requestId })).toMatchObject([{ isAuthenticated: true }]);
      const basic = `Basic ${Buffer.from(`${victim}:geheim`).toString('base64')}`;
      const mixed = await call('POST', `/api/v2/openam/${path}`, { headers: { authorization: basic }, body: form });
      for (const line of await itemsOf(ADA, { requestId: mixed.requestId })) expect(line.isAuthenticated).toBe(false);
    },
  );

  it('is logged although strangers name clients that cannot be stored at the same moment', async () => {
    const [token, authorize] = ['/api/v2/openam/token', '/api/v2/am/realms/psd2/protocol/openid-connect/auth'];
    const basic = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:x`).toString('base64')}` });
    const post = (url: string, payload: string, headers: Readonly<Record<string, string>> = {}) =>
      house.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, payload });
    const strange = [
      await post(token, 'grant_type=x', basic('\0')),
      await post(token, 'grant_type=x', basic('%00')),
      await post(token, 'grant_type=x&client_secret=x&client_id=%00'),
      await post('/api/fallback/v1/sign-ins', '{}', { 'content-type': 'application/json', ...basic('\0') }),
      await post(authorize, 'client_id=%00'),
      await post(authorize, 'client_id=\0'),
      await post(authorize.replace('/auth', '/logout'), 'client_id=%00'),
      await house.app.inject({ url: `${authorize}?client_id=%00` }),
    ];
    const { requestId } = await call('GET', '/api/v1/account-list', { bearer });
    expect(await itemsOf(ADA, { requestId })).toHaveLength(1);
    expect(strange.map(({ statusCode }) => statusCode)).toEqual(strange.map(() => 400));
  });

  it('without a known token or client is not logged', async () => {
    const counted = async () =>
      Number((await house.database.query('select count(*) as count from request_log')).rows.map((row) => Object(row).count)[0]);
    await house.modules.requestLog.flush();
    const before = await counted();
    for (const options of [{}, { bearer: 'A'.repeat(43) }, { headers: { authorization: 'Basic !!' } }])
      await call('GET', '/api/v1/account-list', options);
    await house.modules.requestLog.flush();
    expect(await counted()).toBe(before);
  });

  const bodies = [
    '{"a":',
    '[]',
    '"text"',
    `{"a":"${'x'.repeat(40_000)}"}`,
    `${'['.repeat(60)}${']'.repeat(60)}`,
    '{"a":"\\ud800"}',
    '{"__proto__":{"a":1}}',
  ];
  it.each(bodies)('with the body %.20s is logged', async (body) => {
    const requestId = randomUUID();
    const headers = { 'x-request-id': requestId, 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const { statusCode } = await house.app.inject({ method: 'POST', url: '/api/v1/consents', headers, payload: body });
    expect(await itemsOf(ADA, { requestId })).toMatchObject([{ status: statusCode, cause: expect.any(String) }]);
  });
});

describe('the list', () => {
  it('is filtered by status, operation and time, newest first, page by page', async () => {
    for (let count = 0; count < 3; count += 1) await call('GET', '/api/v1/account-list', { bearer });
    const all = await itemsOf(ADA, { apiId: 'sandbox', limit: '100' });
    expect(all.length).toBeGreaterThan(3);
    expect(all.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => Number(id)).sort((one, other) => other - one));
    expect((await itemsOf(ADA, { status: '4xx' })).every(({ status }) => status >= 400 && status < 500)).toBe(true);
    expect((await itemsOf(ADA, { operationId: 'initiatePayment' })).every(({ operationId }) => operationId === 'initiatePayment')).toBe(true);
    expect(await itemsOf(ADA, { to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const first = Value.Parse(RequestLogPage, (await list(ADA, { apiId: 'sandbox', limit: '2' })).body);
    const second = Value.Parse(RequestLogPage, (await list(ADA, { apiId: 'sandbox', limit: '2', before: first.next ?? '' })).body);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
  });

  it('is filtered by method and part of the path, and the id of a consent finds the call that created it', async () => {
    const order = { access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 };
    const headers = { 'psu-ip-address': '192.0.2.10', 'tpp-redirect-uri': 'http://localhost:3000/welcome' };
    const created = await call('POST', '/api/v1/consents', { bearer, headers, body: { ...order, combinedServiceIndicator: false } });
    const { consentId } = Value.Parse(Type.Object({ consentId: Type.String() }), created.body);
    const read = await call('GET', `/api/v1/consents/${consentId}/status`, { bearer });
    const idsOf = async (query: Readonly<Record<string, string>>) => (await itemsOf(ADA, query)).map(({ requestId }) => requestId);
    expect(await idsOf({ path: consentId })).toEqual([read.requestId, created.requestId]);
    expect(await idsOf({ path: consentId, method: 'POST' })).toEqual([created.requestId]);
    expect(await idsOf({ path: `/CONSENTS/${consentId}/` })).toEqual([read.requestId]);
    expect(await idsOf({ path: '%' })).toEqual([]);
    expect((await house.send(BEN, 'GET', `${PATH}?path=${consentId}`)).body).toEqual({ items: [] });
  });

  it('is filtered by test customer, also after the token has expired, and marks the requests of the portal’s pages', async () => {
    const users = Value.Parse(TokenUserList, (await house.send(ADA, 'GET', '/api/tpp/psu')).body);
    const [first, other] = [
      users.find(({ access_token: token }) => token !== undefined),
      users.find(({ access_token: token }) => token === undefined),
    ];
    const idsOf = async (query: Readonly<Record<string, string>>) => (await itemsOf(ADA, query)).map(({ requestId }) => requestId);
    const own = await call('GET', '/api/v1/account-list', { bearer });
    const ofPage = await call('GET', '/api/v1/client-payload?apiId=payments', { bearer, headers: { 'tpp-id': ADA } });
    const [line] = await itemsOf(ADA, { requestId: ofPage.requestId });
    expect([line?.customerId, line?.isPortal]).toEqual([first?.id, true]);
    expect((await itemsOf(ADA, { requestId: own.requestId }))[0]?.isPortal).toBeUndefined();
    expect(await idsOf({ customerId: first?.id ?? '', limit: '2' })).toEqual([ofPage.requestId, own.requestId]);
    expect(await idsOf({ customerId: first?.id ?? '', portal: 'false', limit: '1' })).toEqual([own.requestId]);
    expect(await idsOf({ portal: 'true' })).toEqual([ofPage.requestId]);
    expect(await idsOf({ customerId: other?.id ?? '' })).toEqual([]);
    expect((await house.send(BEN, 'GET', `${PATH}?customerId=${first?.id}`)).body).toEqual({ items: [] });
    await house.database.query(
      `update oauth_artifact set expires_at = now() - interval '1 minute' where app_id in (
      select app_id from tpp_app where developer_id = $1)`,
      [ADA],
    );
    const late = await call('GET', '/api/v1/account-list', { bearer });
    expect([late.status, await idsOf({ customerId: first?.id ?? '', status: '4xx', limit: '1' })]).toEqual([401, [late.requestId]]);
    bearer = String(Object(Object((await house.send(ADA, 'GET', '/api/tpp/refresh')).body)[0]).access_token);
  });

  it.each([
    { customerId: '' },
    { customerId: 'a b' },
    { customerId: 'x'.repeat(65) },
    { portal: 'perhaps' },
    { method: 'PATCH' },
    { path: 'ä' },
    { path: '\u0000' },
    { path: 'a b' },
    { path: 'x'.repeat(201) },
  ])('refuses the filter %j', async (query) => {
    const { status, body } = await list(ADA, query);
    expect([status, body]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR' }] }]);
  });

  it('waits for the next call and returns it', async () => {
    const [newest] = await itemsOf(ADA, { limit: '1' });
    const waiting = house.send(ADA, 'GET', `${PATH}?after=${newest?.id}&wait=10`);
    const { requestId } = await call('GET', '/api/v1/account-list', { bearer });
    expect(Value.Parse(RequestLogPage, (await waiting).body).items.map((item) => item.requestId)).toEqual([requestId]);
  });

  it('is empty when no call arrived during the wait', async () => {
    const [newest] = await itemsOf(ADA, { limit: '1' });
    expect((await list(ADA, { after: newest?.id ?? '', wait: '1' })).body).toEqual({ items: [] });
  });

  it('is visible to its developer only', async () => {
    const [own] = await itemsOf(ADA, { limit: '1' });
    expect((await itemsOf(BEN)).filter(({ requestId }) => requestId === own?.requestId)).toEqual([]);
    const unknown = await house.send(BEN, 'GET', `${PATH}/999999999`);
    const foreign = await house.send(BEN, 'GET', `${PATH}/${own?.id}`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    for (const id of ['x', '-1', '9'.repeat(19), '1%20or%201=1']) expect((await house.send(BEN, 'GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await list(undefined)).status).toBe(401);
    expect((await list(CARL)).status).toBe(404);
  });

  it.each([
    { status: '6xx' },
    { limit: '0' },
    { limit: '101' },
    { before: 'x' },
    { before: '1', after: '1' },
    { from: 'yesterday' },
    { from: '2026-13-45T00:00:00Z' },
    { wait: '21' },
    { other: '1' },
  ])('refuses %j', async (query) => {
    const answer = await list(ADA, Object.fromEntries(Object.entries(query)));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(/^query:/) }] });
  });
});

describe('a measurement', () => {
  it('has service, outcome, time and duration, and identifies no person or application', async () => {
    await call('GET', '/api/v1/account-list', { bearer });
    await house.modules.requestLog.flush();
    const { rows } = await sql`select * from request_measure order by at desc limit 1`.execute(house.platform.db);
    expect(Object.keys(Object(rows[0])).sort()).toEqual(['at', 'duration_ms', 'origin', 'outcome', 'service']);
    const measured = await sql<{ service: string; outcome: string }>`select distinct service, outcome from request_measure`.execute(
      house.platform.db,
    );
    expect(measured.rows).toEqual(
      expect.arrayContaining([
        { service: 'sandbox', outcome: 'ok' },
        { service: 'payments', outcome: 'ok' },
        { service: 'consents', outcome: 'refused' },
      ]),
    );
  });
});

it('deleting an application deletes its request log', async () => {
  expect((await itemsOf(ADA)).length).toBeGreaterThan(0);
  expect((await house.send(ADA, 'DELETE', '/api/tpp')).status).toBe(204);
  const { rows } = await house.database.query('select app_id from request_log');
  const { rows: others } = await house.database.query('select app_id from request_log join tpp_app using (app_id) where developer_id = $1', [BEN]);
  expect(rows).toEqual(others);
});
