/** A developer issues, uploads and revokes test certificates, and has a request for one signed. openssl asks the authority by OCSP and CRL. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { promisify } from 'node:util';
import { Certificate, CertificatesPage, IssuedCertificates, SignedCertificate } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse, type WireReply } from '../house/open-developers-house.ts';

const run = promisify(execFile);
const PATH = '/api/tpp/certificates';
const WISH = { roles: ['pis', 'ais'], lifetime: 'year', keyType: 'p256' };
/** Put together here, because no file of the repository holds a key. */
const pemOf = (label: string, content: string) =>
  ['BEGIN', 'END'].map((edge) => `${'-'.repeat(5)}${edge} ${label}${'-'.repeat(5)}`).join(`\n${content}\n`);
const VECTORS = new URL('../../src/modules/provider-identity/testing/vectors/', import.meta.url);

let house: DevelopersHouse;
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-certificates-'));
  house = await openDevelopersHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = house.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

let made = 0;
/** A developer with one application. */
async function newDeveloper(): Promise<string> {
  made += 1;
  const developer = `dev_certificates_${made}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}

const page = async (developer: string) => Value.Parse(CertificatesPage, (await house.send(developer, 'GET', PATH)).body);
const states = async (developer: string) => (await page(developer)).certificates.map(({ use, state }) => `${use} ${state}`);
const ask = (developer: string, wish: object) => house.send(developer, 'POST', PATH, { body: { ...WISH, ...wish } });
async function issue(developer: string, wish: object = {}): Promise<IssuedCertificates> {
  const { status, body } = await ask(developer, wish);
  expect([status, body]).toMatchObject([201, {}]);
  return Value.Parse(IssuedCertificates, body);
}
/** The QWAC of a pair. */
async function issueWeb(developer: string, wish: object = {}): Promise<Certificate> {
  const [certificate] = (await issue(developer, wish)).certificates;
  if (certificate === undefined) throw new Error('No certificate was issued.');
  return certificate;
}
const refusal = ({ status, body }: WireReply) => [status, body];
const says = (status: number, code: string, text: RegExp) => [status, { errors: [{ code, text: expect.stringMatching(text) }] }];
async function change(developer: string, method: 'PUT' | 'DELETE', certificateId: string, what: string): Promise<Certificate> {
  const { status, body } = await house.send(developer, method, `${PATH}/${certificateId}/${what}`);
  expect([status, body]).toMatchObject([200, {}]);
  return Value.Parse(Certificate, body);
}
async function openssl(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('openssl', args, { cwd: folder });
  return stdout + stderr;
}
const write = (name: string, content: string) => writeFile(join(folder, name), content, name.endsWith('.p12') ? 'base64' : 'utf8');
async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await write(name, content);
}
const verify = (name: string) => openssl('verify', '-x509_strict', '-CAfile', 'portico-ca.pem', '-untrusted', name, name);

describe('issued test certificates', () => {
  it.each([
    ['p256', 'P-256'],
    ['rsa2048', 'RSA 2048'],
  ])('open with openssl: chain, profile, keys and bundles, with %s', async (keyType, shown) => {
    const developer = await newDeveloper();
    const { files, password, certificates } = await issue(developer, { keyType, roles: ['pis', 'ais', 'piis'] });
    expect(Object.keys(files).sort()).toEqual(['portico-ca.pem', 'qseal.key', 'qseal.p12', 'qseal.pem', 'qwac.key', 'qwac.p12', 'qwac.pem']);
    expect(certificates).toMatchObject([
      { use: 'web', state: 'active', source: 'issued', keyType: shown, roles: ['pis', 'ais', 'piis'] },
      { use: 'seal', state: 'active' },
    ]);
    await writeFiles(files);
    for (const name of ['qwac', 'qseal']) {
      expect(await verify(`${name}.pem`)).toContain(`${name}.pem: OK`);
      const text = await openssl('x509', '-in', `${name}.pem`, '-noout', '-text');
      expect(text).toMatch(/organizationIdentifier = PSDEE-SANDBOX-\d{8}/);
      expect(text).toContain('O = My application (sandbox)');
      expect(text).toContain(`OCSP - URI:${house.config.publicUrl}/pki/ocsp`);
      expect(text).toContain(`URI:${house.config.publicUrl}/pki/${name === 'qwac' ? 'web' : 'seal'}.crl`);
      expect(await openssl('pkey', '-in', `${name}.key`, '-pubout')).toBe(await openssl('x509', '-in', `${name}.pem`, '-noout', '-pubkey'));
      const bundle = await openssl('pkcs12', '-in', `${name}.p12`, '-passin', `pass:${password}`, '-nodes', '-info');
      expect(bundle).toContain('PBES2, PBKDF2, AES-256-CBC, Iteration 2048, PRF hmacWithSHA256');
      expect(bundle.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
      await expect(openssl('pkcs12', '-in', `${name}.p12`, '-passin', 'pass:wrong', '-nodes')).rejects.toThrow(/invalid password/);
    }
    expect(await openssl('x509', '-in', 'qwac.pem', '-noout', '-ext', 'extendedKeyUsage,keyUsage')).toMatch(/Digital Signature\n.*TLS Web Client/s);
    expect(await openssl('x509', '-in', 'qseal.pem', '-noout', '-ext', 'keyUsage')).toContain('Digital Signature, Non Repudiation');
    const organizationId = certificates[0]?.organizationId;
    expect(await page(developer)).toMatchObject({
      certificates,
      perUseMax: 5,
      security: { profile: 'basic', signsRequests: false },
      testAuthority: { organizationId, name: 'My application (sandbox)', caPem: files['portico-ca.pem'] },
    });
  });

  it('have private keys that the database never holds', async () => {
    const { files } = await issue(await newDeveloper());
    const keys = ['qwac.key', 'qseal.key'].map((name) =>
      Buffer.from((files[name] ?? '').replaceAll(/-----.*-----|\s/g, ''), 'base64').toString('hex'),
    );
    const { rows: tables } = await house.database.query(`select tablename as name from pg_tables where schemaname = 'public'`);
    for (const table of tables) {
      const { name } = Object(table);
      const { rows } = await house.database.query(`select string_agg(t::text, ' ') as text from ${String(name)} t`);
      // The last 32 bytes of PKCS #8 are the public point; the private scalar comes before.
      for (const key of keys) expect(String(Object(rows[0]).text).includes(key.slice(72, 136)), String(name)).toBe(false);
    }
  });

  it('name one provider for all applications of a developer, and each application keeps its certificates', async () => {
    const developer = await newDeveloper();
    const first = await issueWeb(developer);
    const added = await house.send(developer, 'POST', '/api/tpp/applications', { body: { clientName: 'Second' } });
    const headers = { 'tpp-client-id': String(Object(added.body).clientId) };
    const empty = Value.Parse(CertificatesPage, (await house.send(developer, 'GET', PATH, { headers })).body);
    expect(empty.certificates).toEqual([]);
    expect(empty.testAuthority?.organizationId).toBe(first.organizationId);
    const second = await house.send(developer, 'POST', PATH, { headers, body: WISH });
    expect(Value.Parse(IssuedCertificates, second.body).certificates[0]?.organizationId).toBe(first.organizationId);
    for (const what of ['revocation', 'block']) {
      const foreign = await house.send(developer, 'PUT', `${PATH}/${first.certificateId}/${what}`, { headers });
      expect(refusal(foreign)).toMatchObject(says(404, 'NOT_FOUND', /no such certificate/));
    }
    expect(await states(developer)).toEqual(['web active', 'seal active']);
  });

  it('expire by the test clock', async () => {
    const developer = await newDeveloper();
    await issue(developer, { lifetime: 'expired' });
    await issue(developer, { lifetime: 'day' });
    expect(await states(developer)).toEqual(['web active', 'seal active', 'web expired', 'seal expired']);
    expect((await house.send(developer, 'POST', '/api/tpp/clock/advance', { body: { days: 2 } })).status).toBe(200);
    expect(await states(developer)).toEqual(['web expired', 'seal expired', 'web expired', 'seal expired']);
    await issue(developer);
    expect((await house.send(developer, 'DELETE', '/api/tpp/clock', { body: { confirm: true } })).status).toBe(200);
    expect((await states(developer)).slice(0, 4)).toEqual(['web early', 'seal early', 'web active', 'seal active']);
  });

  it('are at most five for each use; expired and revoked ones do not count', async () => {
    const developer = await newDeveloper();
    const revoked = await issueWeb(developer);
    await change(developer, 'PUT', revoked.certificateId, 'revocation');
    await issue(developer, { lifetime: 'expired' });
    for (let round = 0; round < 4; round += 1) await issue(developer);
    expect(refusal(await ask(developer, {}))).toMatchObject(says(409, 'LIMIT_REACHED', /5 certificates of the kind QSealC/));
    const [seal] = (await page(developer)).certificates.filter(({ use }) => use === 'seal');
    await house.send(developer, 'DELETE', `${PATH}/${seal?.certificateId}`);
    await issue(developer);
    const undone = await house.send(developer, 'DELETE', `${PATH}/${revoked.certificateId}/revocation`);
    expect(refusal(undone)).toMatchObject(says(409, 'LIMIT_REACHED', /kind QWAC/));
  });

  it('are issued at most a hundred times in 24 hours', async () => {
    const developer = await newDeveloper();
    await issue(developer, { lifetime: 'expired' });
    await house.database.query(`update spent_allowance set spent_at = array_fill(now(), array[100]) where key = 'certificate:${developer}'`);
    const refused = await ask(developer, { lifetime: 'expired' });
    expect(refusal(refused)).toMatchObject(says(429, 'RATE_LIMITED', /Try again in 24 h/));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
  });

  it('are limited when many requests arrive at once', async () => {
    const developer = await newDeveloper();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(developer, {})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await page(developer)).certificates).toHaveLength(10);
  });

  it.each([
    [{ roles: [] }, 'roles'],
    [{ roles: ['PSP_AI'] }, 'roles'],
    [{ roles: ['ais', 'ais'] }, 'roles'],
    [{ roles: ['aspsp'] }, 'roles'],
    [{ lifetime: 'week' }, 'lifetime'],
    [{ keyType: 'rsa1024' }, 'keyType'],
    [{ name: 'Bank' }, 'name'],
    [{ organizationId: 'PSDEE-LFSA-1' }, 'organizationId'],
  ])('are refused for %j', async (wish, path) => {
    const developer = await newDeveloper();
    const { status, body } = await ask(developer, wish);
    expect([status, body]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR', path: expect.stringContaining(path) }] }]);
    expect((await page(developer)).testAuthority?.organizationId).toBeUndefined();
  });
});

describe('the status of a test certificate', () => {
  const ocsp = async (name: string, ca: string) =>
    openssl('ocsp', '-issuer', ca, '-cert', name, '-CAfile', 'portico-ca.pem', '-url', `http://127.0.0.1:${port}/pki/ocsp`, '-resp_text');
  async function writeIssuer(name: string, pem: string): Promise<void> {
    await write(name, pem.slice(pem.indexOf('-----BEGIN', 10)));
  }

  it.each([
    ['web', 'qwac'],
    ['seal', 'qseal'],
  ] as const)('is known to openssl by OCSP and CRL: good, revoked and good again (%s)', async (use, name) => {
    const developer = await newDeveloper();
    const { files, certificates } = await issue(developer);
    await writeFiles(files);
    await writeIssuer('ca.pem', files[`${name}.pem`] ?? '');
    const { certificateId = '' } = certificates.find((each) => each.use === use) ?? {};
    const crl = async () => {
      const { rawPayload, headers } = await house.app.inject({ url: `/pki/${use}.crl` });
      expect(headers['content-type']).toBe('application/pkix-crl');
      await writeFile(join(folder, 'list.crl'), rawPayload);
      await openssl('crl', '-inform', 'DER', '-in', 'list.crl', '-out', 'list.pem');
      expect(await openssl('crl', '-in', 'list.pem', '-CAfile', 'ca.pem', '-noout')).toContain('verify OK');
      return openssl('verify', '-crl_check', '-CAfile', 'portico-ca.pem', '-untrusted', `${name}.pem`, '-CRLfile', 'list.pem', `${name}.pem`);
    };
    const good = await ocsp(`${name}.pem`, 'ca.pem');
    expect(good).toContain('Response verify OK');
    expect(good).toContain(`${name}.pem: good`);
    expect(await crl()).toContain('OK');
    const revoked = await change(developer, 'PUT', certificateId, 'revocation');
    expect(revoked).toMatchObject({ state: 'revoked', stateSince: expect.any(String) });
    // The second one changes nothing.
    expect(await change(developer, 'PUT', certificateId, 'revocation')).toEqual(revoked);
    expect(await ocsp(`${name}.pem`, 'ca.pem')).toContain(`${name}.pem: revoked`);
    await expect(crl()).rejects.toThrow(/certificate revoked/);
    expect(await change(developer, 'DELETE', certificateId, 'revocation')).toMatchObject({ state: 'active' });
    expect(await ocsp(`${name}.pem`, 'ca.pem')).toContain(`${name}.pem: good`);
    expect(await crl()).toContain('OK');
  });

  it('is asked by GET and POST, with and without nonce, for several certificates at once', async () => {
    const { files } = await issue(await newDeveloper());
    await writeFiles(files);
    await writeIssuer('ca.pem', files['qwac.pem'] ?? '');
    await writeIssuer('other-ca.pem', files['qseal.pem'] ?? '');
    const asked = ['-issuer', 'ca.pem', '-cert', 'qwac.pem', '-serial', '0x1234', '-issuer', 'other-ca.pem', '-cert', 'qseal.pem'];
    await openssl('ocsp', '-reqout', 'many.der', ...asked);
    await openssl('ocsp', '-reqout', 'one.der', '-no_nonce', '-issuer', 'ca.pem', '-cert', 'qwac.pem');
    const many = await readFile(join(folder, 'many.der'));
    const base64 = await readFile(join(folder, 'one.der'), 'base64');
    const answers = [
      await house.app.inject({ method: 'POST', url: '/pki/ocsp', headers: { 'content-type': 'application/ocsp-request' }, payload: many }),
      await house.app.inject({ url: `/pki/ocsp/${encodeURIComponent(base64)}` }),
    ];
    const unescaped = await house.app.inject({ url: `/pki/ocsp/${base64}` });
    expect([unescaped.statusCode, unescaped.rawPayload.length > 500]).toEqual([200, true]);
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-type'], headers['cache-control']])).toEqual(
      Array.from({ length: 2 }, () => [200, 'application/ocsp-response', 'no-store']),
    );
    await writeFile(join(folder, 'answer.der'), answers[0]?.rawPayload ?? '');
    // One issuer signs, so openssl cannot verify what the response says of the other's certificate.
    const text = await openssl('ocsp', '-respin', 'answer.der', '-noverify', '-reqin', 'many.der', '-resp_text');
    expect(text.match(/Cert Status: \w+/g)).toEqual(['Cert Status: good', 'Cert Status: unknown', 'Cert Status: unknown']);
    expect(text).toContain('OCSP Nonce');
    await writeFile(join(folder, 'answer.der'), answers[1]?.rawPayload ?? '');
    const plain = await openssl('ocsp', '-respin', 'answer.der', '-CAfile', 'portico-ca.pem', '-issuer', 'ca.pem', '-cert', 'qwac.pem', '-resp_text');
    expect(plain).toContain('qwac.pem: good');
    expect(plain).not.toContain('OCSP Nonce:');
  });

  /** OCSPResponse with one status and nothing else. */
  const failure = (status: number) => Buffer.from([0x30, 0x03, 0x0a, 0x01, status]);
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('good?')],
    ['a number', Buffer.from([0x02, 0x01, 0x00])],
    ['nested values', Buffer.from('3080'.repeat(600), 'hex')],
    ['an empty list', Buffer.from('30063004300230000000'.slice(0, 16), 'hex')],
  ])('is refused as a malformed request for %s', async (_what, payload) => {
    const headers = { 'content-type': 'application/ocsp-request' };
    const answer = await house.app.inject({ method: 'POST', url: '/pki/ocsp', headers, payload });
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, failure(1)]);
  });

  it('is refused for the certificate of another authority, a larger body and another content type', async () => {
    await openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'o.key',
      '-out',
      'o.pem',
      '-subj',
      '/CN=o',
    );
    await openssl('ocsp', '-reqout', 'other.der', '-issuer', 'o.pem', '-cert', 'o.pem');
    const headers = { 'content-type': 'application/ocsp-request' };
    const post = (payload: Buffer | string, type = headers['content-type']) =>
      house.app.inject({ method: 'POST', url: '/pki/ocsp', headers: { 'content-type': type }, payload });
    const other = await post(await readFile(join(folder, 'other.der')));
    expect([other.statusCode, other.rawPayload]).toEqual([200, failure(6)]);
    expect((await post(Buffer.alloc(5000))).statusCode).toBe(413);
    expect((await post('{}', 'application/json')).statusCode).toBe(415);
    for (const spelling of ['/pki/ocsp/..%2fca.pem', '/pki//ocsp/MA==', '/pki/%2focsp/MA', '/pki/ocsp/%41'])
      expect([spelling, (await house.app.inject({ url: spelling })).statusCode]).toEqual([spelling, 400]);
    const long = await house.app.inject({ url: `/pki/ocsp/${'A'.repeat(2000)}` });
    expect([long.statusCode, long.rawPayload]).toEqual([200, failure(1)]);
  });

  it('is forgotten with the application, and the provider with the developer', async () => {
    const developer = await newDeveloper();
    const { files } = await issue(developer);
    await writeFiles(files);
    await writeIssuer('ca.pem', files['qwac.pem'] ?? '');
    expect((await house.send(developer, 'DELETE', '/api/tpp')).status).toBe(204);
    expect(await ocsp('qwac.pem', 'ca.pem')).toContain('qwac.pem: unknown');
    const count = async () => (await house.database.query(`select count(*)::int as count from provider where developer_id = '${developer}'`)).rows[0];
    expect(await count()).toEqual({ count: 1 });
    await house.platform.write(({ tx }) => house.modules.certificates.forgetDeveloper(tx, developer));
    expect(await count()).toEqual({ count: 0 });
  });

  it('belongs to the developer of the application', async () => {
    const [ada, ben] = [await newDeveloper(), await newDeveloper()];
    const { certificateId } = await issueWeb(ada);
    for (const [method, what] of [
      ['PUT', 'revocation'],
      ['DELETE', 'revocation'],
      ['PUT', 'block'],
      ['DELETE', 'block'],
      ['DELETE', ''],
    ]) {
      const answer = await house.send(ben, method ?? '', `${PATH}/${certificateId}${what === '' ? '' : `/${what}`}`);
      expect(refusal(answer)).toMatchObject(says(404, 'NOT_FOUND', /no such certificate/));
    }
    expect(await states(ada)).toEqual(['web active', 'seal active']);
    expect((await house.send(ada, 'DELETE', `${PATH}/${certificateId}`)).status).toBe(204);
    expect((await house.send(ada, 'DELETE', `${PATH}/${certificateId}`)).status).toBe(404);
    expect(await states(ada)).toEqual(['seal active']);
  });
});

describe('a certificate signing request', () => {
  const KEYS: Readonly<Record<string, readonly string[]>> = {
    'P-256': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    'P-384': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
    'P-521': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
    'RSA 3072': ['rsa:3072'],
    'RSA 1024': ['rsa:1024'],
    ed25519: ['ed25519'],
  };
  async function requestOf(key: string, ...options: readonly string[]): Promise<string> {
    const args = ['-nodes', '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/C=DE/O=Bank of Others/CN=x', ...options];
    await openssl('req', '-new', '-newkey', ...(KEYS[key] ?? []), ...args);
    return readFile(join(folder, 'own.csr'), 'utf8');
  }
  const sign = (developer: string, pem: string, use = 'web') =>
    house.send(developer, 'POST', `${PATH}/signing-requests`, { body: { pem, use, roles: ['ais'], lifetime: 'year' } });

  it.each(['P-256', 'P-384', 'RSA 3072'])('gets a certificate for its key only (%s)', async (key) => {
    const developer = await newDeveloper();
    const answer = await sign(developer, await requestOf(key));
    expect(refusal(answer)).toMatchObject([201, { certificate: { keyType: key, state: 'active', use: 'web', roles: ['ais'], source: 'issued' } }]);
    const { files, certificate } = Value.Parse(SignedCertificate, answer.body);
    expect(Object.keys(files).sort()).toEqual(['portico-ca.pem', 'qwac.pem']);
    await writeFiles(files);
    expect(await verify('qwac.pem')).toContain('OK');
    expect(await openssl('pkey', '-in', 'own.key', '-pubout')).toBe(await openssl('x509', '-in', 'qwac.pem', '-noout', '-pubkey'));
    const subject = await openssl('x509', '-in', 'qwac.pem', '-noout', '-subject');
    expect(subject).toContain(certificate.organizationId);
    expect(subject).not.toContain('Others');
  });

  it.each([
    ['RSA 1024', /RSA key of 1024 bits\. Use a key on the curve P-256/],
    ['P-521', /on the curve secp521r1/],
    ['ed25519', /of the type ed25519/],
  ])('is refused with the key %s', async (key, text) => {
    expect(refusal(await sign(await newDeveloper(), await requestOf(key)))).toMatchObject(says(400, 'FORMAT_ERROR', text));
  });

  it('is refused when it proves no key, in another form, and with a private key', async () => {
    const developer = await newDeveloper();
    const pem = await requestOf('P-256');
    const der = Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64');
    const toCsr = (bytes: Buffer) => `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    const tampered = Buffer.from(der);
    tampered[tampered.indexOf('Bank')] = 'b'.charCodeAt(0);
    for (const [text, message] of [
      [toCsr(tampered), /does not fit its key/],
      [toCsr(der.subarray(0, 100)), /cannot be read/],
      [toCsr(Buffer.concat([der, der])), /cannot be read/],
      [toCsr(Buffer.alloc(2000, 0x30)), /cannot be read/],
      [`${pem}${pem}`, /more than one/],
      ['-----BEGIN CERTIFICATE REQUEST-----\n???\n-----END CERTIFICATE REQUEST-----', /no certificate signing request/],
      [(await issue(developer)).files['qwac.pem'] ?? '', /no certificate signing request/],
      [`${pem}${await readFile(join(folder, 'own.key'), 'utf8')}`, /Never send a private key, and replace this one/],
      [await requestOf('RSA 3072', '-sha1'), /old algorithm/],
    ] as const) {
      expect(refusal(await sign(developer, text))).toMatchObject(says(400, 'FORMAT_ERROR', message));
    }
    expect(refusal(await sign(developer, 'x'.repeat(16_385)))).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR', path: 'pem' }] }]);
    expect((await page(developer)).certificates).toHaveLength(2);
  });
});

describe('an uploaded certificate', () => {
  const vector = (name: string) => readFile(new URL(name, VECTORS), 'utf8');
  const upload = (developer: string, pem: string) => house.send(developer, 'POST', `${PATH}/uploads`, { body: { pem } });

  it('waits for the proof of its key, and cannot be revoked here', async () => {
    const [ada, ben] = [await newDeveloper(), await newDeveloper()];
    const { files } = await issue(ben);
    const answer = await upload(ada, files['qwac.pem'] ?? '');
    expect(refusal(answer)).toMatchObject([201, { state: 'unproved', source: 'uploaded', use: 'web', roles: ['ais', 'pis'] }]);
    const { certificateId, organizationId, thumbprint } = Value.Parse(Certificate, answer.body);
    expect([organizationId, thumbprint]).toEqual([(await issueWeb(ben)).organizationId, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const revoked = await house.send(ada, 'PUT', `${PATH}/${certificateId}/revocation`);
    expect(refusal(revoked)).toMatchObject(says(404, 'NOT_FOUND', /no such certificate/));
    expect(refusal(await upload(ada, files['qwac.pem'] ?? ''))).toMatchObject(says(409, 'LIMIT_REACHED', /has this certificate already/));
    // Its owner's certificate stays as it was.
    expect(await change(ada, 'PUT', certificateId, 'block')).toMatchObject({ state: 'blocked', stateSince: expect.any(String) });
    expect(await states(ben)).toEqual(['web active', 'seal active', 'web active', 'seal active']);
    expect(await change(ada, 'DELETE', certificateId, 'block')).toMatchObject({ state: 'unproved' });
    expect((await house.send(ada, 'DELETE', `${PATH}/${certificateId}`)).status).toBe(204);
    expect(await upload(ada, files['qwac.pem'] ?? '')).toMatchObject({ status: 201 });
  });

  it('of another authority is read, and expired when its time is over', async () => {
    const developer = await newDeveloper();
    const answer = await upload(developer, await vector('wso2-bafin-104114.pem'));
    expect(refusal(answer)).toMatchObject([201, { state: 'expired', organizationId: 'PSDDE-BAFIN-104114', use: 'web' }]);
  });

  it.each([
    ['a text', async () => 'my certificate', /no certificate/],
    ['a private key', async () => pemOf('PRIVATE KEY', 'AAAA'), /private key/],
    ['a signing request', async () => '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----', /Send certificates only/],
    ['a damaged one', async () => '-----BEGIN CERTIFICATE-----\nMAAA\n-----END CERTIFICATE-----', /certificate/],
    ['one without PSD2 statement', () => vector('obtk-fr-directory.pem'), /qcStatements|PSD2/],
    ['one with an unknown role', () => vector('pkilint-psp_invalid_oid.pem'), /role/],
    ['the root of the authority', async () => (await page(await newDeveloper())).testAuthority?.caPem ?? '', /qcStatements|organizationIdentifier/],
  ])('is refused when it is %s', async (_what, pem, text) => {
    const developer = await newDeveloper();
    expect(refusal(await upload(developer, await pem()))).toMatchObject(says(400, 'FORMAT_ERROR', text));
    expect(await states(developer)).toEqual([]);
  });
});

describe('the security profile', () => {
  const set = (developer: string, settings: object) =>
    house.send(developer, 'PUT', `${PATH}/profile`, { body: { profile: 'basic', signsRequests: false, ...settings } });
  const jwk = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' };

  it('needs what it uses', async () => {
    const developer = await newDeveloper();
    expect(refusal(await set(developer, { profile: 'mtls' }))).toMatchObject(says(400, 'FORMAT_ERROR', /mtls needs a QWAC/));
    expect(refusal(await set(developer, { profile: 'fapi2' }))).toMatchObject(says(400, 'FORMAT_ERROR', /fapi2 needs a QWAC or/));
    expect(refusal(await set(developer, { signsRequests: true }))).toMatchObject(says(400, 'FORMAT_ERROR', /need a QSealC/));
    await issue(developer, { lifetime: 'expired' });
    expect(refusal(await set(developer, { profile: 'mtls' }))).toMatchObject(says(400, 'FORMAT_ERROR', /none that is valid/));
    const { certificateId } = await issueWeb(developer);
    expect(refusal(await set(developer, { profile: 'mtls', signsRequests: true }))).toMatchObject([
      200,
      { security: { profile: 'mtls', signsRequests: true }, certificates: [{ use: 'web' }, { use: 'seal' }, {}, {}] },
    ]);
    expect((await page(developer)).security).toEqual({ profile: 'mtls', signsRequests: true });
    await change(developer, 'PUT', certificateId, 'revocation');
    expect(refusal(await set(developer, { profile: 'mtls' }))).toMatchObject(says(400, 'FORMAT_ERROR', /none that is valid/));
  });

  it('fapi2 accepts public keys instead, and stores no private one', async () => {
    const developer = await newDeveloper();
    const jwks = { keys: [{ ...jwk, kid: 'one', alg: 'ES256', use: 'sig' }] };
    expect(refusal(await set(developer, { profile: 'fapi2', jwks }))).toMatchObject([200, { security: { profile: 'fapi2', jwks } }]);
    const secret = { keys: [{ ...jwk, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }] };
    expect(refusal(await set(developer, { profile: 'fapi2', jwks: secret }))).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR' }] }]);
    expect(refusal(await set(developer, { profile: 'none' }))).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR' }] }]);
  });
});

describe('the authority', () => {
  it('is made once by servers that start at once, and gives this server a certificate', async () => {
    const credentials = await Promise.all(Array.from({ length: 4 }, () => house.edition.serverCredentials?.()));
    const [first] = credentials;
    if (first === undefined) throw new Error('The sandbox has no credentials.');
    for (const each of credentials) expect(each).toEqual(first);
    const server = createServer({ key: first.keyPem, cert: first.certPem }, (socket) => socket.end());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    try {
      const at = (server.address() as AddressInfo).port;
      for (const servername of ['localhost', '127.0.0.1', '::1']) {
        const options = { port: at, host: '127.0.0.1', ca: first.caPem, ...(servername === 'localhost' ? { servername } : {}) };
        const { checkServerIdentity } = await import('node:tls');
        const authorized = await new Promise<boolean>((resolve, reject) => {
          const socket = connect({ ...options, checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate) }, () => {
            resolve(socket.authorized);
            socket.destroy();
          });
          socket.on('error', reject);
        });
        expect(authorized, servername).toBe(true);
      }
    } finally {
      await new Promise((resolve) => void server.close(resolve));
    }
  });

  it('publishes its certificate', async () => {
    const { body, headers } = await house.app.inject({ url: '/pki/ca.pem' });
    expect(headers['content-type']).toBe('application/x-pem-file');
    await write('portico-ca.pem', body);
    expect(await openssl('verify', '-x509_strict', '-CAfile', 'portico-ca.pem', 'portico-ca.pem')).toContain('OK');
    expect(await openssl('x509', '-in', 'portico-ca.pem', '-noout', '-subject')).toContain('Test Root (sandbox)');
  });
});

describe('a server before a bank’s own core', () => {
  it('has no authority, and applications identify themselves by certificates of others', async () => {
    const core = await openDevelopersHouse({ bank: 'adapter' });
    try {
      expect((await core.send('dev_core', 'POST', '/api/tpp')).status).toBe(204);
      const { body } = await core.send('dev_core', 'GET', PATH);
      expect(Value.Parse(CertificatesPage, body)).not.toHaveProperty('testAuthority');
      const uploaded = await core.send('dev_core', 'POST', `${PATH}/uploads`, {
        body: { pem: await readFile(new URL('wso2-bafin-104114.pem', VECTORS), 'utf8') },
      });
      expect(uploaded.status).toBe(201);
      const settings = { profile: 'basic', signsRequests: false };
      expect(refusal(await core.send('dev_core', 'PUT', `${PATH}/profile`, { body: settings }))).toMatchObject(
        says(400, 'FORMAT_ERROR', /identify themselves by certificate/),
      );
      for (const [method, url] of [
        ['POST', PATH],
        ['PUT', `${PATH}/x/revocation`],
        ['PUT', `${PATH}/x/block`],
        ['GET', '/pki/ca.pem'],
        ['GET', '/pki/web.crl'],
      ] as const)
        expect([405, 404]).toContain((await core.send('dev_core', method, url, method === 'GET' ? {} : { body: WISH })).status);
    } finally {
      await core.close();
    }
  });
});
