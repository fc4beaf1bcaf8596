import { describe, expect, it } from 'vitest';
import { readX509, type X509 } from '../../read/x509.ts';
import { crlAddress, extension, keyUsage, makeAuthority, makeCertificate, QWAC, testKey } from '../../testing/make-certificate.ts';
import { type CrlParts, issuingPoint, makeCrl } from '../../testing/make-status.ts';
import { bool, integer, sequence, tlv } from '../../testing/write-der.ts';
import { CRL_BYTES_MAX, readCrl } from './crl.ts';

const AT = new Date('2026-06-01T12:00:00Z');
const hours = (count: number): Date => new Date(AT.getTime() + count * 3_600_000);
const read = (der: Uint8Array): X509 => {
  const result = readX509(der);
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};

const URL = 'http://crl.example.com/1.crl';
const issuer = makeAuthority();
const certificate = read(makeCertificate({ issuer, extensions: [...QWAC, crlAddress(URL)] }));
const asked = { certificate, issuer: read(issuer.der), at: AT };
const make = (parts: Partial<CrlParts> = {}) => makeCrl({ issuer, thisUpdate: hours(-1), nextUpdate: hours(1), ...parts });
const OTHERS = Array.from({ length: 1_000 }, (_, index) => ({ serial: (0x1_0000 + index).toString(16).padStart(6, '0'), at: hours(-9) }));

describe('readCrl', () => {
  it.each<[string, Partial<CrlParts>, object]>([
    ['good from an empty list', {}, { status: 'good' }],
    ['good from a list of others', { revoked: OTHERS }, { status: 'good' }],
    [
      'revoked, with time and reason',
      { revoked: [...OTHERS, { serial: '4711', at: hours(-5), reason: 4 }] },
      { status: 'revoked', revokedAt: hours(-5), reason: 'superseded' },
    ],
    [
      'revoked, without a reason',
      { revoked: [{ serial: '4711', at: hours(-5) }, ...OTHERS] },
      { status: 'revoked', revokedAt: hours(-5), reason: undefined },
    ],
    ['good from the part of a list for this certificate', { extensions: [issuingPoint(URL)] }, { status: 'good' }],
    ['good from a list of certificates of users', { extensions: [issuingPoint(URL, tlv(0x81, Uint8Array.of(0xff)))] }, { status: 'good' }],
    ['good from a list with its number', { extensions: [extension('2.5.29.20', integer('01'))] }, { status: 'good' }],
  ])('reads %s', (_name, parts, status) => {
    expect(readCrl(make(parts), asked)).toEqual({ ok: true, status, thisUpdate: hours(-1), nextUpdate: hours(1) });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /no CRL/],
    ['a page', new TextEncoder().encode('<html></html>'), /no CRL/],
    ['a list and one byte', Uint8Array.from([...make(), 0]), /no CRL/],
    ['half a list', make({ revoked: OTHERS }).subarray(0, 900), /no CRL/],
    ['more than 10 MiB', new Uint8Array(CRL_BYTES_MAX + 1), /no CRL/],
    ['a list of another authority', make({ issuer: makeAuthority({ name: 'Other' }) }), /another authority/],
    ['another signer', make({ signer: testKey('P-256', 'other key') }), /did not sign/],
    ['a signature with SHA-1', make({ hash: 'SHA-1' }), /did not sign/],
    ['a list from the future', make({ thisUpdate: new Date(AT.getTime() + 301_000) }), /valid from 2026-06-01 12:05:01 UTC only/],
    ['an old list', make({ nextUpdate: new Date(AT.getTime() - 301_000) }), /valid until 2026-06-01 11:54:59 UTC/],
    ['a list without an end', makeCrl({ issuer, thisUpdate: hours(-1) }), /until when/],
    ['a delta list', make({ extensions: [extension('2.5.29.27', integer('01'), true)] }), /critical extension/],
    ['the part of a list for others', make({ extensions: [issuingPoint('http://crl.example.com/2.crl')] }), /other certificates/],
    ['a list of authorities', make({ extensions: [issuingPoint(URL, tlv(0x82, Uint8Array.of(0xff)))] }), /not about all certificates/],
    ['a list of some reasons', make({ extensions: [issuingPoint(URL, tlv(0x83, Uint8Array.of(0, 1)))] }), /not about all certificates or reasons/],
    ['a list of several issuers', make({ extensions: [issuingPoint(URL, tlv(0x84, Uint8Array.of(0xff)))] }), /not about all certificates/],
  ])('refuses %s', (_name, bytes, text) => {
    expect(readCrl(bytes, asked)).toEqual({ ok: false, text: expect.stringMatching(text) });
  });

  it('refuses a list of an issuer that must not sign lists', () => {
    const noSigner = makeAuthority({ extensions: [extension('2.5.29.19', sequence(bool(true)), true), keyUsage(0x04)] });
    expect(readCrl(make(), { ...asked, issuer: read(noSigner.der) })).toEqual({ ok: false, text: expect.stringMatching(/must not sign CRLs/) });
  });

  it('trusts no list with one changed byte', () => {
    const bytes = make({ revoked: [{ serial: '4711', at: hours(-2) }] });
    const trusted = Array.from(bytes, (byte, index) => {
      const changed = Uint8Array.from(bytes);
      changed[index] = byte ^ 1;
      const result = readCrl(changed, asked);
      return result.ok && result.status.status !== 'revoked';
    });
    expect(trusted.filter(Boolean)).toEqual([]);
  });
});
