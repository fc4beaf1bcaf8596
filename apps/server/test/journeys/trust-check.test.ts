/** `trust check` with the authority of the program openssl. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/app/exit-codes.ts';
import { OperatorRefusal } from '../../src/app/operators/operator-refusal.ts';
import { checkTrustFolder } from '../../src/app/operators/trust-check.ts';
import { makeAuthority, makeCertificate, testKey } from '../../src/modules/provider-identity/testing/make-certificate.ts';
import { FOR_SEALS, makeTrustedList, type ServiceParts, WITHDRAWN } from '../../src/modules/provider-identity/testing/make-trusted-list.ts';
import { createOpensslAuthority, type OpensslAuthority } from '../../src/modules/provider-identity/testing/openssl-authority.ts';

const HOSTS = ['ocsp.example.com'];
const old = makeAuthority({ name: 'Old', notAfter: new Date('2026-05-31T00:00:00Z'), key: testKey('P-256', 'old') });

let openssl: OpensslAuthority;
let [folder, at] = ['', new Date(0)];
beforeAll(() => {
  openssl = createOpensslAuthority(Uint8Array.of(0x30, 0));
  // openssl dates its certificates with the real time.
  at = new Date();
  folder = mkdtempSync(join(tmpdir(), 'portico-trust-check-'));
  write('ca.pem', pem(openssl.authority));
  write('old.pem', pem(old.der));
  write('leaf.pem', pem(makeCertificate({ issuer: old })));
});
afterAll(async () => {
  await openssl.close();
  rmSync(folder, { recursive: true });
});

const pem = (der: Uint8Array): string => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
function write(file: string, content: string | Buffer): string {
  writeFileSync(join(folder, file), content);
  return join(folder, file);
}
const list = (services: readonly ServiceParts[], file = 'list.xml', nextUpdate = '2999-01-01T00:00:00Z'): string =>
  write(file, makeTrustedList(services, { nextUpdate }));

interface Checked {
  readonly lines: readonly unknown[];
  readonly exitCode: number;
  readonly text?: string;
}
async function check(anchors: unknown, lists: readonly string[] = [], settings: object = {}): Promise<Checked> {
  write('trust.json', typeof anchors === 'string' ? anchors : JSON.stringify({ anchors }));
  const lines: unknown[] = [];
  try {
    const exitCode = await checkTrustFolder(lists, { trustDir: folder, revocation: 'hard', ...settings }, (line) => lines.push(JSON.parse(line)), at);
    return { lines, exitCode };
  } catch (error) {
    if (error instanceof OperatorRefusal) return { lines, exitCode: error.exitCode, text: error.message };
    throw error;
  }
}
const CA = { file: 'ca.pem', use: 'web', revocationHosts: HOSTS };

describe('trust check', () => {
  it('prints each authority with its use, dates and hosts, and ends with 0', async () => {
    const expected = { subject: 'CN=OpenSSL Test CA', notBefore: expect.any(String), notAfter: expect.any(String), thumbprint: expect.any(String) };
    const both = { ...CA, use: 'both' };
    expect(await check([CA, both])).toEqual({
      exitCode: EXIT.ok,
      lines: [
        { ...CA, ...expected, faults: [] },
        { ...both, ...expected, faults: [] },
      ],
    });
  });

  it('says of each authority whether the lists have it, and counts the others', async () => {
    const lists = [list([{ der: openssl.authority }, { der: old.der }]), list([{ der: old.der, information: [FOR_SEALS] }], 'second.xml')];
    const { lines, exitCode } = await check([CA], lists);
    expect(exitCode).toBe(EXIT.ok);
    expect(lines).toMatchObject([
      { file: 'ca.pem', faults: [], listing: { outcome: 'granted' } },
      { list: 'list.xml', signature: 'not verified by this command', services: 2, servicesThatAreNoAnchors: 1, faults: [] },
      { list: 'second.xml', services: 1, servicesThatAreNoAnchors: 1 },
    ]);
  });

  it.each<[string, object, object]>([
    ['expired', { ...CA, file: 'old.pem' }, { faults: [expect.stringContaining('expired on 2026-05-31')] }],
    ['a file without an authority', { ...CA, file: 'leaf.pem' }, { faults: [expect.stringContaining('no certificate of an authority')] }],
    ['a file that is missing', { ...CA, file: 'none.pem' }, { faults: ['the file cannot be read.'] }],
    ['without hosts', { ...CA, use: 'seal', revocationHosts: [] }, { faults: [expect.stringContaining('no revocationHosts')] }],
  ])('reports an authority that a server cannot use: %s', async (_name, anchor, expected) => {
    const { lines, exitCode, text } = await check([CA, anchor]);
    expect(lines).toMatchObject([{ faults: [] }, expected]);
    expect({ exitCode, text }).toEqual({ exitCode: EXIT.failure, text: expect.stringMatching(/^Of 2 authorities, 1 should be examined: /) });
  });

  it('reports an authority that is listed twice with one use', async () => {
    const { lines, exitCode } = await check([CA, CA]);
    expect(lines).toMatchObject([{ faults: [expect.stringContaining('listed twice')] }, { faults: [expect.stringContaining('listed twice')] }]);
    expect(exitCode).toBe(EXIT.failure);
  });

  it('does not need hosts where no status is required', async () => {
    expect(await check([{ ...CA, revocationHosts: [] }], [], { revocation: 'soft' })).toMatchObject({ exitCode: EXIT.ok, lines: [{ faults: [] }] });
  });

  it.each<[string, (der: Uint8Array) => readonly ServiceParts[], string]>([
    ['withdrawn', (der) => [{ der, status: WITHDRAWN }], 'withdrawn'],
    ['for the wrong use', (der) => [{ der, information: [FOR_SEALS] }], 'wrongUse'],
    ['absent', () => [{ der: old.der }], 'notInList'],
  ])('ends with 1 for an authority that is %s in the list', async (_name, servicesOf, outcome) => {
    const { lines, exitCode, text } = await check([CA], [list(servicesOf(openssl.authority))]);
    expect(lines).toMatchObject([{ listing: { outcome } }, { services: 1 }]);
    expect({ exitCode, text }).toEqual({ exitCode: EXIT.failure, text: 'Of 1 authorities, 1 should be examined: ca.pem.' });
  });

  it.each(['2026-05-01T00:00:00Z', '', 'soon'])('ends with 1 for a list whose next update is %j', async (nextUpdate) => {
    const { lines, exitCode, text } = await check([CA], [list([{ der: openssl.authority }], 'list.xml', nextUpdate)]);
    expect(lines).toMatchObject([{ listing: { outcome: 'granted' } }, { faults: [expect.any(String)] }]);
    expect({ exitCode, text }).toEqual({ exitCode: EXIT.failure, text: 'A list is out of date or closed.' });
  });

  it.each<[string, () => string, number, RegExp]>([
    ['is missing', () => join(folder, 'none.xml'), EXIT.noInput, /none\.xml cannot be read \(ENOENT\)/],
    ['is a folder', () => folder, EXIT.noInput, /cannot be read \(EISDIR\)/],
    ['is no list', () => write('page.xml', '<html/>'), EXIT.failure, /page\.xml cannot be used\. It is no trusted list: .+ Nothing was checked\.$/],
    ['has 50 MB', () => write('large.xml', Buffer.alloc(50_000_000)), EXIT.failure, /large\.xml is larger than any file that this command reads/],
    ['has entities', () => write('x.xml', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><x/>'), EXIT.failure, /document type/],
  ])('checks nothing if a list %s', async (_name, pathOf, exitCode, text) => {
    const good = list([{ der: openssl.authority }], 'good.xml');
    expect(await check([CA], [good, pathOf()])).toEqual({ lines: [], exitCode, text: expect.stringMatching(text) });
  });

  it.each<[string, unknown, object, RegExp]>([
    ['the setting is absent', [CA], { trustDir: undefined }, /PORTICO_TRUST_DIR is not set/],
    ['the folder is missing', [CA], { trustDir: '/nowhere' }, /\/nowhere\/trust\.json: the file cannot be read/],
    ['trust.json is no JSON', '{', {}, /trust\.json: the file is not JSON/],
    ['trust.json has no authority', [], {}, /trust\.json: \/anchors/],
  ])('ends with 78 if %s', async (_name, anchors, settings, text) => {
    expect(await check(anchors, [], settings)).toEqual({ lines: [], exitCode: EXIT.configuration, text: expect.stringMatching(text) });
  });
});
