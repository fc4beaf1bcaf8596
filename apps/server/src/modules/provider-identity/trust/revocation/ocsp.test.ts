import { describe, expect, it } from 'vitest';
import { readX509, type X509 } from '../../read/x509.ts';
import { extendedKeyUsage, extension, keyUsage, makeAuthority, makeCertificate, OCSP_SIGNING, testKey } from '../../testing/make-certificate.ts';
import { makeOcspFailure, makeOcspResponse, type OcspParts } from '../../testing/make-status.ts';
import { sequence, tlv } from '../../testing/write-der.ts';
import { OCSP_BYTES_MAX, readOcspResponse } from './ocsp.ts';

const AT = new Date('2026-06-01T12:00:00Z');
const hours = (count: number): Date => new Date(AT.getTime() + count * 3_600_000);
const read = (der: Uint8Array): X509 => {
  const result = readX509(der);
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};

const issuer = makeAuthority();
const certificate = read(makeCertificate({ issuer }));
const asked = { certificate, issuer: read(issuer.der), at: AT };
const respond = (parts: Partial<OcspParts> = {}) =>
  readOcspResponse(makeOcspResponse({ issuer, thisUpdate: hours(-1), nextUpdate: hours(1), ...parts }), asked);

const key = testKey('P-256', 'responder');
const responderOf = (parts = {}) =>
  makeCertificate({ issuer, subject: [], key, extensions: [keyUsage(0x80), extendedKeyUsage(OCSP_SIGNING)], ...parts });

describe('readOcspResponse', () => {
  it.each<[string, Partial<OcspParts>, object]>([
    ['good', {}, { status: 'good' }],
    ['unknown', { status: 'unknown' }, { status: 'unknown' }],
    [
      'revoked, with time and reason',
      { status: { revokedAt: hours(-5), reason: 1 } },
      { status: 'revoked', revokedAt: hours(-5), reason: 'keyCompromise' },
    ],
    ['revoked, without a reason', { status: { revokedAt: hours(-5) } }, { status: 'revoked', revokedAt: hours(-5), reason: undefined }],
    ['good, from a responder of the issuer', { signer: key, certificates: [responderOf()] }, { status: 'good' }],
    ['good, until 5 minutes ago', { nextUpdate: new Date(AT.getTime() - 300_000) }, { status: 'good' }],
    ['good, from 24 hours ago without an end', { thisUpdate: hours(-24), nextUpdate: undefined }, { status: 'good' }],
  ])('reads %s', (_name, parts, status) => {
    const nextUpdate = 'nextUpdate' in parts ? parts.nextUpdate : hours(1);
    expect(respond(parts)).toEqual({ ok: true, status, thisUpdate: parts.thisUpdate ?? hours(-1), nextUpdate });
  });

  const other = makeAuthority({ name: 'Other' });
  it.each<[string, Partial<OcspParts>, RegExp]>([
    ['another serial number', { serial: '4712' }, /about another certificate/],
    [
      'an issuer of the same name with another key',
      { issuer: makeAuthority({ key: testKey('P-256', 'other key') }), signer: issuer.key },
      /about another certificate/,
    ],
    ['another issuer', { issuer: other }, /neither the issuer nor a responder/],
    ['another signer', { signer: key }, /neither the issuer/],
    ['a responder of another issuer', { signer: key, certificates: [responderOf({ issuer: other })] }, /neither the issuer/],
    [
      'a responder that pretends to be of the issuer',
      { signer: key, certificates: [responderOf({ issuer: { ...issuer, key } })] },
      /neither the issuer/,
    ],
    ['a responder without OCSPSigning', { signer: key, certificates: [responderOf({ extensions: [keyUsage(0x80)] })] }, /neither the issuer/],
    ['the certificate of a provider as responder', { signer: testKey(), certificates: [makeCertificate({ issuer })] }, /neither the issuer/],
    ['a responder that expired', { signer: key, certificates: [responderOf({ notAfter: hours(-1) })] }, /neither the issuer/],
    ['a responder that is not valid yet', { signer: key, certificates: [responderOf({ notBefore: hours(1) })] }, /neither the issuer/],
    [
      'a responder with an unknown critical extension',
      { signer: key, certificates: [responderOf({ extensions: [extendedKeyUsage(OCSP_SIGNING), extension('1.2.3', sequence(), true)] })] },
      /neither the issuer/,
    ],
    [
      'a responder behind four others',
      { signer: key, certificates: [...Array.from({ length: 4 }, () => issuer.der), responderOf()] },
      /neither the issuer/,
    ],
    ['a signature with SHA-1', { hash: 'SHA-1' }, /neither the issuer/],
    ['a response from the future', { thisUpdate: new Date(AT.getTime() + 301_000) }, /valid from 2026-06-01 12:05:01 UTC only/],
    ['a response of yesterday', { thisUpdate: hours(-48), nextUpdate: new Date(AT.getTime() - 301_000) }, /valid until 2026-06-01 11:54:59 UTC/],
    ['an old response without an end', { thisUpdate: hours(-25), nextUpdate: undefined }, /was valid until/],
  ])('refuses %s', (_name, parts, text) => {
    expect(respond(parts)).toEqual({ ok: false, text: expect.stringMatching(text) });
  });

  it.each([
    ['nothing', new Uint8Array(), /no OCSP response/],
    ['a page', new TextEncoder().encode('<html></html>'), /no OCSP response/],
    ['an empty sequence', sequence(), /no OCSP response/],
    ['more than 64 KiB', sequence(tlv(4, new Uint8Array(OCSP_BYTES_MAX))), /no OCSP response/],
    ['10,000 values', sequence(...Array.from({ length: 10_000 }, () => tlv(5))), /no OCSP response/],
    ['a failure', makeOcspFailure(3), /answered tryLater/],
    ['an unknown failure', makeOcspFailure(9), /answered status 9/],
    ['success without content', makeOcspFailure(0), /no basic OCSP response/],
  ])('refuses %s', (_name, bytes, text) => {
    expect(readOcspResponse(bytes, asked)).toEqual({ ok: false, text: expect.stringMatching(text) });
  });

  it('trusts no response with one changed byte', () => {
    const bytes = makeOcspResponse({ issuer, thisUpdate: hours(-1), nextUpdate: hours(1), status: { revokedAt: hours(-2) } });
    const trusted = Array.from(bytes, (byte, index) => {
      const changed = Uint8Array.from(bytes);
      changed[index] = byte ^ 1;
      const result = readOcspResponse(changed, asked);
      return result.ok && result.status.status !== 'revoked';
    });
    expect(trusted.filter(Boolean)).toEqual([]);
  });
});
