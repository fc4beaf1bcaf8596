/**
 * T43, T44, T46, T49, T51: certificates over real TLS, with the whole server. Anyone can make a certificate that names another provider, upload it to
 * an application and prove its key. It identifies this application only: not with another's token, not as another's client at the token endpoint,
 * and not in a signed request of another.
 */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Certificate, IssuedCertificates, TokenUserList } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '#modules/provider-identity/signature/testing/make-seal.ts';
import { makeCertificate, ORGANIZATION_ID, PROVIDER, QSEALC, QWAC, testKey } from '#modules/provider-identity/testing/make-certificate.ts';
import { utf8 } from '#modules/provider-identity/testing/write-der.ts';
import { createFurtherServer } from '#platform/http/further-server.ts';
import type { Door } from '#platform/http/graceful-stop.ts';
import { rolesOfCall } from '#platform/http/roles-of-call.ts';
import { createMtlsServer } from '#platform/tls/mtls-listener.ts';
import { makeCertificate as makeServerCertificate } from '../../src/testing/make-certificate.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const PATH = '/api/tpp/certificates';
const ACCOUNTS = '/api/v1/account-list';
const CONSENTS = '/api/v1/consents';
const DAY_MS = 86_400_000;
const KEY = testKey('P-256', 'attacker');
const SERIAL = '5e12a1c0ffee5e12a1c0ffee';

interface Developer {
  readonly clientId: string;
  readonly appId: string;
  readonly sandboxId: string;
  readonly token: string;
  send(method: string, url: string, body: object): Promise<unknown>;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: string;
}

/** A certificate with its key in PEM; undefined: the caller sends none. */
type Pair = { readonly cert: string; readonly key: string } | undefined;

let house: DevelopersHouse;
let door: Door;
let port = 0;
let serverPem = '';
let victim: Developer;
let attacker: Developer;
let own: Pair;
let forged: Pair;
let seal: X509Certificate;
/** Of the victim's provider. */
let organizationId = '';

beforeAll(async () => {
  house = await openDevelopersHouse();
  const server = await makeServerCertificate({ name: 'localhost' });
  serverPem = server.certPem;
  door = createFurtherServer(house.app, { config: house.config, make: (options, route) => createMtlsServer(server, options, route) });
  door.server.listen(0, '127.0.0.1');
  await once(door.server, 'listening');
  ({ port } = door.server.address() as AddressInfo);
  [victim, attacker] = [await newDeveloper('dev_victim'), await newDeveloper('dev_attacker')];
  const issued = Value.Parse(IssuedCertificates, await victim.send('POST', PATH, { roles: ['ais'], lifetime: 'year', keyType: 'p256' }));
  own = { cert: issued.files['qwac.pem'] ?? '', key: issued.files['qwac.key'] ?? '' };
  organizationId = issued.certificates[0]?.organizationId ?? '';
  const web = await upload(QWAC);
  forged = { cert: web.toString(), key: KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  seal = await upload(QSEALC);
});
afterAll(async () => {
  door.cut();
  door.server.close();
  await house.close();
});

async function newDeveloper(id: string): Promise<Developer> {
  await house.send(id, 'POST', '/api/tpp');
  const [app] = await house.modules.tppApps.listOfDeveloper(house.database.db, id);
  const users = Value.Parse(TokenUserList, (await house.send(id, 'GET', '/api/tpp/psu')).body);
  const token = users.find(({ access_token: each }) => each !== undefined)?.access_token;
  if (app === undefined || token === undefined) throw new Error('The developer has no application or no token.');
  const { clientId, appId, sandboxId } = app;
  return { clientId, appId, sandboxId, token, send: async (method, url, body) => (await house.send(id, method, url, { body })).body };
}

/** The attacker makes a certificate that names the victim's provider, and uploads it to the application of the attacker. */
async function upload(extensions: readonly Uint8Array[]): Promise<X509Certificate> {
  const subject = PROVIDER.map(([type, value]) => [type, type === ORGANIZATION_ID ? utf8(organizationId) : value] as const);
  const [notBefore, notAfter] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + 30 * DAY_MS)];
  const made = new X509Certificate(makeCertificate({ subject, key: KEY, serial: SERIAL, extensions, notBefore, notAfter }));
  const uploaded = Value.Parse(Certificate, await attacker.send('POST', `${PATH}/uploads`, { pem: made.toString() }));
  expect(uploaded).toMatchObject({ organizationId, state: 'unproved' });
  return made;
}

function call(pair: Pair, { method = 'GET', path = ACCOUNTS, headers = {}, body }: Call): Promise<Answer> {
  const options = { port, host: '127.0.0.1', servername: 'localhost', ca: serverPem, agent: false, method, path, ...pair };
  return new Promise((resolve, reject) => {
    request({ ...options, headers: { 'x-request-id': crypto.randomUUID(), ...headers } as Record<string, string> }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    })
      .once('error', reject)
      .end(body);
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const withToken = (pair: Pair, token: string) => call(pair, { headers: bearer(token) });
const secure = ({ appId }: Developer, profile: string, signs = false) =>
  house.database.query('update tpp_app set security_profile = $1, signs_requests = $2 where app_id = $3', [profile, signs, appId]);
/** Binds the token of the developer's application; undefined: to nothing. */
const bind = ({ appId }: Developer, boundTo: string | undefined) =>
  house.database.query(`update oauth_artifact set bound_to = $1 where app_id = $2 and model = 'AccessToken'`, [boundTo ?? null, appId]);
const x5tOf = (pair: Pair): string =>
  Buffer.from(new X509Certificate(pair?.cert ?? '').fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
const BODY = JSON.stringify({ access: { accounts: [] } });
/** The headers of a request for a consent that the attacker's key signed. */
function sign(): Readonly<Record<string, unknown>> {
  const keyId = `SN=${seal.serialNumber},CA=${seal.issuer.split('\n').join(',')}`;
  const given = { 'x-request-id': crypto.randomUUID(), 'tpp-signature-certificate': seal.raw.toString('base64') };
  return signRequest({ der: seal.raw, key: KEY.privateKey, keyId }, { method: 'POST', target: CONSENTS, headers: given, body: BODY }).headers;
}
function send({ token }: Developer, signed: Readonly<Record<string, unknown>>, body = BODY): Promise<Answer> {
  const headers = { ...signed, ...bearer(token), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return call(undefined, { method: 'POST', path: CONSENTS, headers, body });
}
const REFUSED = {
  status: 401,
  body: { tppMessages: [{ code: 'CERTIFICATE_INVALID', text: expect.stringMatching(/^No authority that the bank trusts/) }] },
};

describe('an uploaded certificate that names another provider', () => {
  it('identifies the application to which it was uploaded', async () => {
    expect(await withToken(forged, attacker.token)).toMatchObject({ status: 200 });
  });

  it('opens nothing with a token of the other provider, however it is bound', async () => {
    expect(await withToken(forged, attacker.token)).toMatchObject({ status: 200 });
    for (const profile of ['basic', 'mtls', 'fapi2']) {
      await secure(victim, profile);
      for (const boundTo of ['portal', undefined, `x5t#S256:${x5tOf(own)}`, `x5t#S256:${x5tOf(forged)}`]) {
        await bind(victim, boundTo);
        expect(await withToken(forged, victim.token), `${profile} ${boundTo}`).toMatchObject(REFUSED);
      }
    }
    await bind(victim, `x5t#S256:${x5tOf(own)}`);
    expect(await withToken(own, victim.token)).toMatchObject({ status: 200 });
    await bind(victim, 'portal');
    await secure(victim, 'basic');
  });

  it('is refused beside calls with the right certificate and the same token, which one statement looks up together', async () => {
    const answers = await Promise.all([own, forged, own, forged, own, forged].map((pair) => withToken(pair, victim.token)));
    for (const [place, answer] of answers.entries()) expect(answer).toMatchObject(place % 2 === 0 ? { status: 200 } : REFUSED);
  });

  it('proves no client of the other provider, in both versions', async () => {
    await Promise.all([secure(victim, 'mtls'), secure(attacker, 'mtls')]);
    for (const path of ['/api/v1/openam/oauth2/access_token', '/api/v2/openam/token']) {
      const ask = (pair: Pair, { clientId }: Developer) =>
        call(pair, {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'r'.repeat(43) }).toString(),
        });
      // Who is proved learns that the token is wrong.
      expect(await ask(own, victim), path).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect(await ask(forged, attacker), path).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect(await ask(forged, victim), path).toMatchObject({
        status: 401,
        body: { error: 'invalid_client', error_description: expect.stringMatching(/^No authority that the bank trusts/) },
      });
    }
    await Promise.all([secure(victim, 'basic'), secure(attacker, 'basic')]);
  });

  it('signs no request of the other provider', async () => {
    await Promise.all([secure(victim, 'basic', true), secure(attacker, 'basic', true)]);
    // The signature is accepted, and then the content is refused.
    expect(await send(attacker, sign())).toMatchObject({ status: 400 });
    expect(await send(victim, sign())).toMatchObject(REFUSED);
    await Promise.all([secure(victim, 'basic'), secure(attacker, 'basic')]);
  });
});

describe('an application that signs its requests', () => {
  beforeAll(() => secure(attacker, 'basic', true));
  afterAll(() => secure(attacker, 'basic'));
  const codeOf = ({ status, body }: Answer) => [status, Object(Object(body).tppMessages?.[0]).code];

  it('is refused without a signature, and without its certificate', async () => {
    const { digest: _digest, signature: _signature, ...bare } = sign();
    expect(codeOf(await send(attacker, bare))).toEqual([401, 'SIGNATURE_MISSING']);
    expect(codeOf(await send(attacker, {}))).toEqual([401, 'CERTIFICATE_MISSING']);
  });

  it('is refused with a signature that was copied to another body, or to another id of a request', async () => {
    const copied = sign();
    expect(codeOf(await send(attacker, copied))).toEqual([400, 'FORMAT_ERROR']);
    expect(codeOf(await send(attacker, copied, BODY.replace('[]', '[1]')))).toEqual([401, 'SIGNATURE_INVALID']);
    expect(codeOf(await send(attacker, copied, ''))).toEqual([401, 'SIGNATURE_INVALID']);
    expect(codeOf(await send(attacker, { ...copied, 'x-request-id': crypto.randomUUID() }))).toEqual([401, 'SIGNATURE_INVALID']);
  });
});

describe('the roles of a certificate', () => {
  it('refuse every call whose role is not among them, and no other', async () => {
    for (const { method, url } of house.routes) {
      const needed = rolesOfCall(method, url);
      if (needed === undefined || !url.startsWith('/api/v1/') || method === 'HEAD') continue;
      const { status, body } = await call(own, { method, path: url.replaceAll(/:\w+/g, 'x'), headers: bearer(victim.token) });
      const { code } = Object(Object(body).tppMessages?.[0]);
      expect([`${method} ${url}`, code === 'ROLE_INVALID']).toEqual([`${method} ${url}`, !needed.includes('ais')]);
      if (code === 'ROLE_INVALID') expect(status).toBe(401);
    }
  });
});

describe('the logs of a call with a certificate', () => {
  it('name the provider and its roles, and hold no certificate, serial number or proof', async () => {
    const requestId = crypto.randomUUID();
    const sent = { 'x-request-id': requestId, 'tpp-signature-certificate': seal.raw.toString('base64'), dpop: 'eyJhbGciOiJFUzI1NiJ9.e30.c2VjcmV0' };
    expect(await call(own, { headers: { ...sent, ...bearer(victim.token) } })).toMatchObject({ status: 200 });
    const find = async () => {
      await house.modules.requestLog.flush();
      const { rows } = await house.database.query('select t::text as text, identity from request_log t where request_id = $1', [requestId]);
      return rows.map((row) => ({ text: String(Object(row).text), identity: Object(row).identity }));
    };
    // The response may arrive before the server has written its line.
    await expect.poll(async () => (await find()).length).toBe(1);
    const [line] = await find();
    const leaf = new X509Certificate(own?.cert ?? '');
    const thumbprint = leaf.fingerprint256.replaceAll(':', '').toLowerCase();
    expect(line?.identity).toEqual({ thumbprint, organizationId, roles: ['ais'] });
    const secrets = ['MII', 'BEGIN', 'c2VjcmV0', leaf.serialNumber, leaf.serialNumber.toLowerCase(), SERIAL];
    expect(secrets.filter((secret) => line?.text.includes(secret))).toEqual([]);
  });
});

/** The last one, because the clock ends tokens. */
describe('the test clock', () => {
  it('judges no certificate of another authority', async () => {
    await house.send('dev_attacker', 'POST', '/api/tpp/clock/advance', { body: { days: 60 } });
    const { appId, sandboxId } = attacker;
    const found = await house.modules.providerIdentity.identifySeal(seal.raw, { appId, sandboxId, profile: 'basic', roles: undefined });
    expect(found).toHaveProperty('certificate');
    await house.send('dev_attacker', 'DELETE', '/api/tpp/clock', { body: { confirm: true } });
  });
});
