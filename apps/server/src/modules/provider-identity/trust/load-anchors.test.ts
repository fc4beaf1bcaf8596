import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority, makeCertificate } from '../testing/make-certificate.ts';
import { loadAnchors } from './load-anchors.ts';

const authority = makeAuthority();
const pem = (der: Uint8Array): string => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
const ANCHOR = { file: 'ca.pem', use: 'web', revocationHosts: ['ocsp.example.com'] };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-trust-'));
  writeFileSync(join(folder, 'ca.pem'), pem(authority.der));
  writeFileSync(join(folder, 'leaf.pem'), pem(makeCertificate({ issuer: authority })));
  writeFileSync(join(folder, 'two.pem'), pem(authority.der).repeat(2));
  writeFileSync(join(folder, 'none.pem'), 'nothing');
  writeFileSync(join(folder, 'broken.pem'), pem(authority.der.subarray(0, 100)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const load = (list: unknown) => {
  writeFileSync(join(folder, 'trust.json'), typeof list === 'string' ? list : JSON.stringify(list));
  return loadAnchors(folder);
};

describe('loadAnchors', () => {
  it('loads authorities with their use and hosts', async () => {
    expect(await load({ anchors: [ANCHOR, { ...ANCHOR, use: 'both', revocationHosts: [] }] })).toEqual([
      { der: authority.der, use: 'web', revocationHosts: ['ocsp.example.com'] },
      { der: authority.der, use: 'both', revocationHosts: [] },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /trust\.json: the file is not JSON/],
    ['an empty list', { anchors: [] }, /trust\.json: \/anchors/],
    ['no list', {}, /trust\.json: /],
    ['an unknown use', { anchors: [{ ...ANCHOR, use: 'mail' }] }, /trust\.json: \/anchors\/0\/use/],
    ['an unknown member', { anchors: [{ ...ANCHOR, host: 'x' }] }, /trust\.json: \/anchors\/0/],
    ['no hosts', { anchors: [{ file: 'ca.pem', use: 'web' }] }, /trust\.json: \/anchors\/0/],
    ['an address instead of a host', { anchors: [{ ...ANCHOR, revocationHosts: ['http://ocsp.example.com'] }] }, /revocationHosts/],
    ['a file outside the folder', { anchors: [{ ...ANCHOR, file: '../ca.pem' }] }, /\/anchors\/0\/file/],
    ['a missing file', { anchors: [{ ...ANCHOR, file: 'missing.pem' }] }, /missing\.pem: the file cannot be read/],
    ['a file without a certificate', { anchors: [{ ...ANCHOR, file: 'none.pem' }] }, /none\.pem: The text contains no certificate/],
    ['a file with two certificates', { anchors: [{ ...ANCHOR, file: 'two.pem' }] }, /two\.pem: a file must contain one certificate/],
    ['a file with half a certificate', { anchors: [{ ...ANCHOR, file: 'broken.pem' }] }, /broken\.pem: The certificate is no DER/],
    ['a certificate of a provider', { anchors: [{ ...ANCHOR, file: 'leaf.pem' }] }, /leaf\.pem: ".*" is no certificate of an authority/],
  ])('refuses %s', async (_name, list, text) => {
    await expect(load(list)).rejects.toThrow(text);
  });

  it('refuses a folder without trust.json', async () => {
    await expect(loadAnchors(join(folder, 'missing'))).rejects.toThrow(/trust\.json: the file cannot be read/);
  });
});
