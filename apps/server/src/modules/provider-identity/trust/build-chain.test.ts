import { X509Certificate } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { readX509, type X509 } from '../read/x509.ts';
import { makeCostlyKey } from '../testing/costly-key.ts';
import { type Authority, extension, keyUsage, makeAuthority, makeCertificate, testKey } from '../testing/make-certificate.ts';
import { readVector } from '../testing/read-vector.ts';
import { bool, sequence, tlv } from '../testing/write-der.ts';
import { type Anchor, readAnchor } from './anchors.ts';
import { buildChain, type Chain } from './build-chain.ts';

const AT = new Date('2026-06-01T00:00:00Z');
const read = (der: Uint8Array): X509 => {
  const result = readX509(der);
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};
const web = (authority: { readonly der: Uint8Array }, use: Anchor['use'] = 'web') => readAnchor({ der: authority.der, use, revocationHosts: [] });

const root = makeAuthority({ name: 'Root' });
const middle = makeAuthority({ name: 'Middle', issuer: root });
const issuing = makeAuthority({ name: 'Issuing', issuer: middle });
const leaf = makeCertificate({ issuer: issuing });
const CA = extension('2.5.29.19', sequence(bool(true)), true);

interface Case {
  readonly leaf?: Uint8Array;
  readonly sent?: readonly Authority[];
  readonly anchors?: readonly ReturnType<typeof web>[];
  readonly at?: Date;
}
const build = ({ leaf: der = leaf, sent = [], anchors = [web(root)], at = AT }: Case): Chain =>
  buildChain(
    read(der),
    sent.map((each) => read(each.der)),
    anchors,
    { use: 'web', at },
  );
const subjectsOf = (chain: Chain): readonly string[] | string => (chain.ok ? chain.issuers.map(({ subject }) => subject.text) : chain.text);

describe('buildChain', () => {
  it.each([
    ['the issuer is trusted', { anchors: [web(issuing)] }, ['CN=Issuing']],
    ['the issuer is trusted for both uses', { anchors: [web(issuing, 'both')] }, ['CN=Issuing']],
    ['the caller sent all issuers', { sent: [issuing, middle] }, ['CN=Issuing', 'CN=Middle', 'CN=Root']],
    ['the caller sent the issuers in the wrong order, and the root', { sent: [root, middle, issuing] }, ['CN=Issuing', 'CN=Middle', 'CN=Root']],
    ['an issuer in the middle is trusted', { sent: [issuing, middle], anchors: [web(middle), web(root)] }, ['CN=Issuing', 'CN=Middle']],
    ['the end is less than 5 minutes ago', { anchors: [web(issuing)], at: new Date('2027-01-01T00:05:00Z') }, ['CN=Issuing']],
  ])('finds the issuers if %s', (_name, parts, expected) => {
    expect(subjectsOf(build(parts))).toEqual(expected);
  });

  const impostor = makeAuthority({ name: 'Issuing', issuer: middle, key: testKey('P-256', 'impostor') });
  const short = makeAuthority({ name: 'Root', pathLength: 1 });
  const noAuthority = makeAuthority({ name: 'Issuing', issuer: middle, extensions: [keyUsage(0x06)] });
  const noSigner = makeAuthority({ name: 'Issuing', issuer: middle, extensions: [CA, keyUsage(0x80)] });
  const noUsage = makeAuthority({ name: 'Issuing', issuer: middle, extensions: [CA] });
  const constrained = makeAuthority({ name: 'Issuing', issuer: middle, extensions: [CA, keyUsage(0x06), extension('2.5.29.30', sequence(), true)] });
  const critical = makeAuthority({ name: 'Issuing', issuer: middle, extensions: [CA, keyUsage(0x06), extension('1.2.3.4', sequence(), true)] });
  const expired = makeAuthority({ name: 'Issuing', issuer: middle, notAfter: new Date('2026-05-31T23:54:59Z') });
  const early = makeAuthority({ name: 'Issuing', issuer: middle, notBefore: new Date('2026-06-01T00:05:01Z') });
  const weakKey = makeAuthority({ name: 'Issuing', issuer: middle, key: testKey('RSA 1024', 'weak') });
  const weakHash = makeAuthority({ name: 'Issuing', issuer: middle, hash: 'SHA-1' });
  const costly = makeAuthority({ name: 'Issuing', issuer: middle, key: makeCostlyKey() });
  const fourth = makeAuthority({ name: 'Fourth', issuer: issuing });
  const loopA = makeAuthority({ name: 'A', issuer: makeAuthority({ name: 'B' }) });
  const loopB = makeAuthority({ name: 'B', issuer: makeAuthority({ name: 'A' }) });
  const otherKeyId = makeCertificate({ issuer: issuing, extensions: [extension('2.5.29.35', sequence(tlv(0x80, Uint8Array.of(1, 2))))] });
  const withKeyId = makeAuthority({
    name: 'Issuing',
    issuer: middle,
    extensions: [CA, keyUsage(0x06), extension('2.5.29.14', tlv(4, Uint8Array.of(3)))],
  });

  it.each<[string, Case, RegExp]>([
    ['no authority is trusted', { anchors: [] }, /issuer "CN=Issuing" is no trusted authority for TLS \(QWAC\)/],
    ['the issuer is missing', {}, /issuer "CN=Issuing" is no trusted authority/],
    ['the issuer is trusted for signatures only', { anchors: [web(issuing, 'seal')] }, /is no trusted authority for TLS/],
    ['the certificate signed itself', { leaf: makeCertificate(), sent: [] }, /issuer ".*Example Provider.*" is no trusted authority/],
    ["another key has the issuer's name", { anchors: [web(impostor)] }, /did not sign it/],
    ['another authority of the same name was sent', { sent: [impostor, middle] }, /did not sign it/],
    ['the issuer is no authority', { sent: [noAuthority, middle] }, /is no authority \(basicConstraints\)/],
    ['the trusted issuer is no authority', { anchors: [web(noAuthority)] }, /is no authority/],
    ['the issuer must not sign certificates', { sent: [noSigner, middle] }, /must not sign certificates/],
    ['a sent issuer has no keyUsage', { sent: [noUsage, middle] }, /has no keyUsage/],
    ['the issuer has nameConstraints', { sent: [constrained, middle] }, /nameConstraints, which Portico does not process/],
    ['the issuer has an unknown critical extension', { sent: [critical, middle] }, /critical extensions that Portico does not process: 1\.2\.3\.4/],
    ['the issuer expired', { sent: [expired, middle] }, /"CN=Issuing" expired on 2026-05-31 23:54:59 UTC/],
    ['the trusted issuer expired', { anchors: [web(expired)] }, /"CN=Issuing" expired on/],
    ['the issuer is not valid yet', { sent: [early, middle] }, /is valid from 2026-06-01 00:05:01 UTC only/],
    ['the root expired', { sent: [issuing, middle], at: new Date('2027-01-01T00:05:01Z') }, /expired on 2027-01-01/],
    ['the issuer has a weak key', { leaf: makeCertificate({ issuer: weakKey }), sent: [weakKey, middle] }, /has the public key RSA 1024/],
    [
      'verifying with the issuer’s key is expensive',
      { leaf: makeCertificate({ issuer: costly }), sent: [costly, middle] },
      /exponent of more than 64 bits/,
    ],
    ['the issuer is signed with SHA-1', { sent: [weakHash, middle] }, /is signed with SHA-1/],
    ['the root allows fewer authorities', { sent: [issuing, middle], anchors: [web(short)] }, /allows 1 authorities below it, and there are 2/],
    ['there are four issuers', { leaf: makeCertificate({ issuer: fourth }), sent: [fourth, issuing, middle] }, /more than 3 issuers/],
    ['issuers sign each other', { leaf: makeCertificate({ issuer: loopA }), sent: [loopA, loopB] }, /issuer "CN=A" is no trusted authority/],
    ['key identifiers contradict', { leaf: otherKeyId, anchors: [web(withKeyId)] }, /is no trusted authority/],
  ])('refuses the certificate if %s', (_name, parts, expected) => {
    expect(subjectsOf(build(parts))).toMatch(expected);
  });

  it('verifies nothing with a key that makes it expensive', () => {
    const verify = vi.spyOn(X509Certificate.prototype, 'verify');
    const all = [costly, makeAuthority({ name: 'Issuing', issuer: costly, key: costly.key }), middle];
    expect(subjectsOf(build({ leaf: makeCertificate({ issuer: costly }), sent: all }))).toMatch(/exponent/);
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
  });

  it('finds the right one of two authorities with the same name', () => {
    expect(subjectsOf(build({ anchors: [web(impostor), web(issuing)] }))).toEqual(['CN=Issuing']);
  });
});

describe('buildChain with certificates of other projects', () => {
  it.each([
    ['wso2-bafin-104114.pem', ['wso2-d-trust-test-ca.pem'], 'wso2-d-trust-test-root.pem', 'web', '2020-05-20T00:00:00Z', 2],
    ['wso2-bafin-104114.pem', [], 'wso2-d-trust-test-ca.pem', 'web', '2020-05-20T00:00:00Z', 1],
    ['xs2a-valid.crt', [], 'xs2a-tca3.crt', 'seal', '2018-04-29T00:00:00Z', 1],
  ] as const)('accepts %s behind %j below %s', (file, sent, anchor, use, at, issuers) => {
    const trusted = readAnchor({ der: readVector(anchor), use, revocationHosts: [] });
    const chain = buildChain(
      read(readVector(file)),
      sent.map((each) => read(readVector(each))),
      [trusted],
      { use, at: new Date(at) },
    );
    expect(chain).toMatchObject({ ok: true });
    expect(chain.ok && chain.issuers.length).toBe(issuers);
  });

  it('refuses a certificate below an authority that did not issue it', () => {
    const trusted = readAnchor({ der: readVector('xs2a-tca3.crt'), use: 'web', revocationHosts: [] });
    const chain = buildChain(read(readVector('wso2-bafin-104114.pem')), [], [trusted], { use: 'web', at: new Date('2020-05-20T00:00:00Z') });
    expect(subjectsOf(chain)).toMatch(/D-TRUST Test CA 2-1 2018.* is no trusted authority/);
  });
});
