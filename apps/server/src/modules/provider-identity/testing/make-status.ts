/** Makes OCSP responses and CRLs for tests, also lying ones. */
import { type Authority, algorithmOf, extension, issuerHashes, signed, type TestKey } from './make-certificate.ts';
import { ascii, integer, NULL, octets, oid, sequence, time, tlv } from './write-der.ts';

const enumerated = (value: number): Uint8Array => tlv(0x0a, Uint8Array.of(value));

export interface OcspParts {
  readonly issuer: Authority;
  readonly serial?: string;
  /** Default: the issuer's key. */
  readonly signer?: TestKey;
  /** Certificates of responders. */
  readonly certificates?: readonly Uint8Array[];
  readonly status?: 'good' | 'unknown' | { readonly revokedAt: Date; readonly reason?: number };
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date | undefined;
  readonly hash?: 'SHA-256' | 'SHA-1';
}

/** Returns the DER form of an OCSP response about one certificate. */
export function makeOcspResponse({
  issuer,
  serial = '4711',
  signer = issuer.key,
  certificates = [],
  status = 'good',
  ...parts
}: OcspParts): Uint8Array {
  const hashes = issuerHashes(issuer);
  const id = sequence(sequence(oid('1.3.14.3.2.26'), NULL), octets(hashes.name), octets(hashes.key), integer(serial));
  const single = sequence(
    id,
    statusOf(status),
    time(parts.thisUpdate),
    ...(parts.nextUpdate === undefined ? [] : [tlv(0xa0, time(parts.nextUpdate))]),
  );
  const content = sequence(tlv(0xa2, octets(hashes.key)), time(parts.thisUpdate), sequence(single));
  const basic = sequence(...signed(content, signer, parts.hash), ...(certificates.length === 0 ? [] : [tlv(0xa0, sequence(...certificates))]));
  return sequence(enumerated(0), tlv(0xa0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))));
}

function statusOf(status: NonNullable<OcspParts['status']>): Uint8Array {
  if (status === 'good') return tlv(0x80);
  if (status === 'unknown') return tlv(0x82);
  return tlv(0xa1, time(status.revokedAt), ...(status.reason === undefined ? [] : [tlv(0xa0, enumerated(status.reason))]));
}

/** A response without content, for example 3 for tryLater. */
export const makeOcspFailure = (status: number): Uint8Array => sequence(enumerated(status));

export interface CrlParts {
  readonly issuer: Authority;
  readonly signer?: TestKey;
  readonly revoked?: readonly { readonly serial: string; readonly at: Date; readonly reason?: number }[];
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date;
  readonly extensions?: readonly Uint8Array[];
  readonly hash?: 'SHA-256' | 'SHA-1';
}

/** Returns the DER form of a CRL. */
export function makeCrl({ issuer, signer = issuer.key, revoked = [], thisUpdate, nextUpdate, extensions = [], hash }: CrlParts): Uint8Array {
  const entries = revoked.map(({ serial, at, reason }) =>
    sequence(integer(serial), time(at), ...(reason === undefined ? [] : [sequence(extension('2.5.29.21', enumerated(reason)))])),
  );
  const content = sequence(
    integer('01'),
    algorithmOf(signer, hash),
    issuer.name,
    time(thisUpdate),
    ...(nextUpdate === undefined ? [] : [time(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [tlv(0xa0, sequence(...extensions))]),
  );
  return sequence(...signed(content, signer, hash));
}

/** issuingDistributionPoint (RFC 5280 §5.2.5) with the address of the list. */
export const issuingPoint = (url: string, ...members: readonly Uint8Array[]): Uint8Array =>
  extension('2.5.29.28', sequence(tlv(0xa0, tlv(0xa0, ascii(url, 0x86))), ...members), true);
