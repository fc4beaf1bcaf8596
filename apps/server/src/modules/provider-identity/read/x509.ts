/** Reads X.509 certificates (RFC 5280) of providers and of their issuers. Reading trusts nothing: no signature, date or issuer is checked here. */
import { X509Certificate } from 'node:crypto';
import { type AlgorithmIdentifier, Certificate, RSASSAPSSParams } from 'pkijs';
import { hasOrdinaryExponent } from '#platform/crypto/rsa-limits.ts';
import { thumbprintOf } from '#platform/tls/mtls-call.ts';
import { childrenOf, type DerLimits, encodedOf, readDer } from './der.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';
import { type Extensions, readExtensions } from './extensions.ts';
import { type ReadFault, readSafely, refuse } from './read-fault.ts';

export const CERTIFICATE_BYTES_MAX = 8_192;
const LIMITS: DerLimits = { depth: 24, nodes: 1_000 };
const VERSION_3 = 2;

/** Hashes by the OID of the signature algorithm. Others are unknown. */
const SIGNATURE_HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': 'MD5',
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
  '1.2.840.10045.4.1': 'SHA-1',
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};
export const RSA_PSS = '1.2.840.113549.1.1.10';
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

export interface X509 extends Extensions {
  readonly der: Uint8Array;
  /** SHA-256 of the DER form, lower-case hexadecimal. */
  readonly thumbprint: string;
  /**
   * SHA-256 of the part that the issuer signed, lower-case hexadecimal. It identifies the certificate: everyone can write an ECDSA signature in a second
   * form (s and n - s), which verifies too and gives another thumbprint.
   */
  readonly contentHash: string;
  /** Lower-case hexadecimal without leading zeros. */
  readonly serial: string;
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The same certificate as OpenSSL reads it; verifies signatures. */
  readonly native: X509Certificate;
  /** For example `P-256`, `RSA 2048`, `ed25519`. */
  readonly keyType: string;
  /** Modulus length of RSA keys. */
  readonly rsaBits: number | undefined;
  /** False: an RSA key whose public exponent makes each verification expensive. */
  readonly hasOrdinaryExponent: boolean;
  /** The hash with which the issuer signed, for example `SHA-256`; undefined: an unknown algorithm. */
  readonly signatureHash: string | undefined;
}

export type X509Result = { readonly ok: true; readonly x509: X509 } | { readonly ok: false; readonly fault: ReadFault };

/** Reads any X.509 certificate. Never throws. */
export function readX509(der: Uint8Array): X509Result {
  const result = readSafely(() => read(der));
  return result.ok ? { ok: true, x509: result.value } : result;
}

function read(der: Uint8Array): X509 {
  if (der.length > CERTIFICATE_BYTES_MAX)
    refuse('certificate', `The certificate has ${der.length} bytes. At most ${CERTIFICATE_BYTES_MAX} are accepted.`);
  const schema =
    readDer(der, LIMITS) ?? refuse('certificate', 'The certificate is no DER of an X.509 certificate. Send it as DER or PEM, unchanged.');
  const certificate = new Certificate({ schema });
  if (certificate.version !== VERSION_3) refuse('version', `The certificate has version ${certificate.version + 1}. Use one of version 3.`);
  if (!certificate.signature.isEqual(certificate.signatureAlgorithm)) {
    refuse('signatureAlgorithm', 'The certificate names two signature algorithms (RFC 5280 §4.1.1.2). Ask the issuer for a new certificate.');
  }
  return {
    der: Uint8Array.from(der),
    thumbprint: thumbprintOf(der),
    contentHash: thumbprintOf(encodedOf(childrenOf(schema)[0] ?? schema)),
    serial: readSerial(certificate),
    subject: readName(certificate.subject, 'subject'),
    issuer: readName(certificate.issuer, 'issuer'),
    notBefore: readDate(certificate.notBefore.value, 'notBefore'),
    notAfter: readDate(certificate.notAfter.value, 'notAfter'),
    ...readKey(der),
    signatureHash: signatureHashOf(certificate.signatureAlgorithm),
    ...readExtensions(certificate),
  };
}

/** At most 20 octets and not negative (RFC 5280 §4.1.2.2): as hexadecimal a negative number would be equal to a positive one. */
function readSerial({ serialNumber }: Certificate): string {
  const bytes = serialNumber.valueBlock.valueHexView;
  if ((bytes[0] ?? 0) > 0x7f)
    refuse('serialNumber', "The certificate's serial number is negative (RFC 5280 §4.1.2.2). Ask the issuer for a new certificate.");
  if (bytes.length > 21)
    refuse('serialNumber', "The certificate's serial number has more than 20 octets (RFC 5280 §4.1.2.2). Ask the issuer for a new certificate.");
  return serialOf(bytes);
}

/** A serial number as lower-case hexadecimal without leading zeros. */
export const serialOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^0+(?=.)/, '');

function readDate(date: Date, field: string): Date {
  return Number.isNaN(date.getTime()) ? refuse(field, `The certificate's ${field} is no date. Ask the issuer for a new certificate.`) : date;
}

function readKey(der: Uint8Array): Pick<X509, 'native' | 'keyType' | 'rsaBits' | 'hasOrdinaryExponent'> {
  const native = new X509Certificate(der);
  const key = readSafely(() => native.publicKey);
  if (!key.ok)
    return refuse('subjectPublicKeyInfo', "The certificate's public key cannot be read. Use an RSA key of 2048 bits or more, P-256 or P-384.");
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails: { modulusLength, namedCurve } = {} } = key.value;
  const isRsa = asymmetricKeyType.startsWith('rsa');
  const keyType = isRsa ? `RSA ${modulusLength}` : namedCurve === undefined ? asymmetricKeyType : (CURVES[namedCurve] ?? namedCurve);
  return { native, keyType, rsaBits: isRsa ? modulusLength : undefined, hasOrdinaryExponent: hasOrdinaryExponent(key.value) };
}

/** The hash of a signature algorithm, for example `SHA-256`; undefined: an unknown algorithm. Throws if its parameters cannot be read. */
export function signatureHashOf({ algorithmId, algorithmParams }: AlgorithmIdentifier): string | undefined {
  if (algorithmId !== RSA_PSS) return SIGNATURE_HASHES[algorithmId];
  // Absent parameters mean SHA-1 (RFC 4055 §3.1).
  return HASHES[new RSASSAPSSParams(algorithmParams === undefined ? {} : { schema: algorithmParams }).hashAlgorithm.algorithmId];
}
