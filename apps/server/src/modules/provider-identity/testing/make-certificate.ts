/** Makes certificates for tests, also what no authority would sign. All keys are made in the process. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ascii, bits, bool, integer, NULL, octets, oid, sequence, set, time, tlv, utf8 } from './write-der.ts';

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'RSA 1024' | 'RSA 2048' | 'ed25519';

export interface TestKey {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const keys = new Map<string, TestKey>();

/** A key pair, made once for each kind and label: RSA keys take long on a busy machine. */
export function testKey(kind: KeyKind = 'P-256', label = 'leaf'): TestKey {
  const known = keys.get(`${kind} ${label}`);
  if (known !== undefined) return known;
  const made = makeKey(kind);
  keys.set(`${kind} ${label}`, made);
  return made;
}

function makeKey(kind: KeyKind): TestKey {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519');
  if (kind.startsWith('RSA')) return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(4)) });
  return generateKeyPairSync('ec', { namedCurve: kind });
}

/** Attributes in their order: OID and encoded value. */
export type NameParts = readonly (readonly [type: string, value: Uint8Array])[];

export const CN = '2.5.4.3';
export const O = '2.5.4.10';
export const ORGANIZATION_ID = '2.5.4.97';

const nameOf = (parts: NameParts): Uint8Array => sequence(...parts.map(([type, value]) => set(sequence(oid(type), value))));

export const extension = (id: string, value: Uint8Array, isCritical = false): Uint8Array =>
  sequence(oid(id), ...(isCritical ? [bool(true)] : []), octets(value));

/** Key usages as bits: 0x80 digitalSignature, 0x40 nonRepudiation, 0x04 keyCertSign, 0x02 cRLSign. */
export const keyUsage = (usages: number): Uint8Array => extension('2.5.29.15', tlv(0x03, Uint8Array.of(0, usages)), true);
export const extendedKeyUsage = (...usages: readonly string[]): Uint8Array => extension('2.5.29.37', sequence(...usages.map(oid)));
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
export const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const authority = (pathLength?: number): Uint8Array =>
  extension('2.5.29.19', sequence(bool(true), ...(pathLength === undefined ? [] : [tlv(0x02, Uint8Array.of(pathLength))])), true);
const address = (url: string): Uint8Array => ascii(url, 0x86);
export const ocspAddress = (url: string): Uint8Array => extension('1.3.6.1.5.5.7.1.1', sequence(sequence(oid('1.3.6.1.5.5.7.48.1'), address(url))));
export const crlAddress = (url: string): Uint8Array => extension('2.5.29.31', sequence(sequence(tlv(0xa0, tlv(0xa0, address(url))))));

const ROLES: Readonly<Record<string, string>> = { PSP_AS: '1', PSP_PI: '2', PSP_AI: '3', PSP_IC: '4' };

export interface QcParts {
  readonly types?: readonly ('esign' | 'eseal' | 'web')[];
  readonly roles?: readonly string[];
  readonly ncaId?: string;
  readonly ncaName?: string;
  readonly isQualified?: boolean;
}

/** The extension qcStatements. */
export function qcStatements({
  types = ['web'],
  roles = ['PSP_AI', 'PSP_PI'],
  ncaId = 'EE-FI',
  ncaName = 'Test Authority',
  isQualified = true,
}: QcParts = {}): Uint8Array {
  const ids = types.map((type) => oid(`0.4.0.1862.1.6.${{ esign: 1, eseal: 2, web: 3 }[type]}`));
  const pairs = roles.map((role) => sequence(oid(`0.4.0.19495.1.${ROLES[role] ?? '0'}`), utf8(role)));
  return extension(
    '1.3.6.1.5.5.7.1.3',
    sequence(
      ...(isQualified ? [sequence(oid('0.4.0.1862.1.1'))] : []),
      ...(ids.length === 0 ? [] : [sequence(oid('0.4.0.1862.1.6'), sequence(...ids))]),
      sequence(oid('0.4.0.19495.2'), sequence(sequence(...pairs), utf8(ncaName), utf8(ncaId))),
    ),
  );
}

export interface Authority {
  readonly der: Uint8Array;
  readonly key: TestKey;
  readonly name: Uint8Array;
}

const ALGORITHMS = {
  'ec SHA-256': '1.2.840.10045.4.3.2',
  'ec SHA-1': '1.2.840.10045.4.1',
  'rsa SHA-256': '1.2.840.113549.1.1.11',
  'rsa SHA-1': '1.2.840.113549.1.1.5',
} as const;

/** Signs: {content, algorithm, signature}, as certificates, CRLs and OCSP responses are made. */
export function signed(content: Uint8Array, key: TestKey, hash: 'SHA-256' | 'SHA-1' = 'SHA-256'): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const algorithm = algorithmOf(key, hash);
  return [content, algorithm, bits(sign(hash.replace('-', ''), content, key.privateKey))];
}

export function algorithmOf({ privateKey }: TestKey, hash: 'SHA-256' | 'SHA-1' = 'SHA-256'): Uint8Array {
  const isEc = privateKey.asymmetricKeyType === 'ec';
  return sequence(oid(ALGORITHMS[`${isEc ? 'ec' : 'rsa'} ${hash}`]), ...(isEc ? [] : [NULL]));
}

export interface CertificateParts {
  readonly subject?: NameParts;
  readonly key?: TestKey;
  /** Undefined: the certificate signs itself. */
  readonly issuer?: Authority;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly serial?: string;
  readonly hash?: 'SHA-256' | 'SHA-1';
  readonly extensions?: readonly Uint8Array[];
}

export const PROVIDER: NameParts = [
  ['2.5.4.6', ascii('EE')],
  [O, utf8('Example Provider')],
  [ORGANIZATION_ID, utf8('PSDEE-FI-4711')],
  [CN, utf8('provider.example')],
];

/** The extensions of a valid QWAC. */
export const QWAC: readonly Uint8Array[] = [keyUsage(0x80), extendedKeyUsage(CLIENT_AUTH), qcStatements()];
/** The extensions of a valid QSealC. */
export const QSEALC: readonly Uint8Array[] = [keyUsage(0x40), qcStatements({ types: ['eseal'] })];

const FROM = new Date('2026-01-01T00:00:00Z');
const UNTIL = new Date('2027-01-01T00:00:00Z');

/** Returns the DER form. Without parts it is a self-signed QWAC of "Example Provider". */
export function makeCertificate(parts: CertificateParts = {}): Uint8Array {
  const { subject = PROVIDER, key = testKey(), issuer, notBefore = FROM, notAfter = UNTIL, serial = '4711', hash, extensions = QWAC } = parts;
  const signer = issuer?.key ?? key;
  const content = sequence(
    tlv(0xa0, integer('02')),
    integer(serial),
    algorithmOf(signer, hash),
    issuer?.name ?? nameOf(subject),
    sequence(time(notBefore), time(notAfter)),
    nameOf(subject),
    new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' })),
    ...(extensions.length === 0 ? [] : [tlv(0xa3, sequence(...extensions))]),
  );
  return sequence(...signed(content, signer, hash));
}

export interface AuthorityParts extends CertificateParts {
  readonly name?: string;
  readonly pathLength?: number;
}

/** Makes an authority; without issuer a root. */
export function makeAuthority({ name = 'Test CA', pathLength, key = testKey('P-256', name), extensions, ...parts }: AuthorityParts = {}): Authority {
  const subject: NameParts = [[CN, utf8(name)]];
  const der = makeCertificate({ ...parts, subject, key, extensions: extensions ?? [authority(pathLength), keyUsage(0x06)] });
  return { der, key, name: nameOf(subject) };
}

/** SHA-1 of a name and a key, as OCSP names an issuer (RFC 6960 §4.1.1). */
export function issuerHashes({ name, key }: Authority): { readonly name: Uint8Array; readonly key: Uint8Array } {
  const { x = '', y = '' } = key.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { name: createHash('sha1').update(name).digest(), key: createHash('sha1').update(point).digest() };
}
