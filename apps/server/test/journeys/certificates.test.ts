/** Test certificates of a developer: issued, signed for a key of the developer, revoked; the authority is asked as any authority is. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CertificatesPage, IssuedCertificates } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const run = promisify(execFile);
const PATH = '/api/tpp/certificates';
const WISH = { roles: ['pis', 'ais'], lifetime: 'year', keyType: 'p256' };
const [ADA, BEN] = ['dev_ada', 'dev_ben'];

let house: DevelopersHouse;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-certificates-'));
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

const page = async (developer: string) => Value.Parse(CertificatesPage, (await house.send(developer, 'GET', PATH)).body);
async function issue(developer: string, wish: object = WISH): Promise<IssuedCertificates> {
  const { status, body } = await house.send(developer, 'POST', PATH, { body: wish });
  expect([status, body]).toMatchObject([201, {}]);
  return Value.Parse(IssuedCertificates, body);
}
async function openssl(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('openssl', args, { cwd: folder });
  return stdout + stderr;
}
async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, name.endsWith('.p12') ? 'base64' : 'utf8');
}

describe('issued test certificates', () => {
  it('open with openssl: chain, profile, keys and bundles', async () => {
    const { files, password, certificates } = await issue(ADA);
    expect(Object.keys(files).sort()).toEqual(['portico-ca.pem', 'qseal.key', 'qseal.p12', 'qseal.pem', 'qwac.key', 'qwac.p12', 'qwac.pem']);
    expect(certificates).toMatchObject([
      { use: 'web', state: 'active', source: 'issued', keyType: 'P-256', roles: ['pis', 'ais'] },
      { use: 'seal', state: 'active' },
    ]);
    await writeFiles(files);
    for (const name of ['qwac', 'qseal']) {
      expect(await openssl('verify', '-x509_strict', '-CAfile', 'portico-ca.pem', '-untrusted', `${name}.pem`, `${name}.pem`)).toContain(
        `${name}.pem: OK`,
      );
      const text = await openssl('x509', '-in', `${name}.pem`, '-noout', '-text');
      expect(text).toMatch(/organizationIdentifier = PSDEE-SANDBOX-\d{8}/);
      expect(text).toMatch(/O = My application \(sandbox\)/);
      expect(await openssl('pkey', '-in', `${name}.key`, '-pubout')).toBe(await openssl('x509', '-in', `${name}.pem`, '-noout', '-pubkey'));
      const bundle = await openssl('pkcs12', '-in', `${name}.p12`, '-passin', `pass:${password}`, '-nodes', '-info');
      expect(bundle).toContain('PBES2, PBKDF2, AES-256-CBC, Iteration 2048, PRF hmacWithSHA256');
      expect(bundle.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    }
    expect(await page(ADA)).toMatchObject({ certificates, perUseMax: 5, security: { profile: 'basic', signsRequests: false } });
  });
});
