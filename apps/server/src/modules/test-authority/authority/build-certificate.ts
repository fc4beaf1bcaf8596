/** Builds and signs X.509 certificates (RFC 5280). */
import * as asn1js from 'asn1js';
import { AttributeTypeAndValue, Certificate, Extension, PublicKeyInfo, RelativeDistinguishedNames, Time } from 'pkijs';

/** A key in the form that `crypto.subtle` uses. */
export type Key = Parameters<Certificate['sign']>[0];

export interface Issuer {
  readonly certificate: Certificate;
  readonly der: Buffer;
  readonly key: Key;
}

/** Pairs of OID and text, in their order. */
type Name = readonly (readonly [oid: string, text: string])[];

export interface CertificateRequest {
  readonly subject: Name;
  /** Lower-case hexadecimal. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DER form of the SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly Extension[];
  /** Undefined: the certificate is signed with its own key. */
  readonly issuer: Pick<Issuer, 'certificate'> | undefined;
  readonly signingKey: Key;
}

export const NAMES = { country: '2.5.4.6', organization: '2.5.4.10', organizationId: '2.5.4.97', commonName: '2.5.4.3' } as const;

const SUBJECT_KEY = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const AUTHORITY_KEY = '2.5.29.35';
const EXTENDED_KEY_USAGE = '2.5.29.37';
/** UTCTime ends here (RFC 5280 §4.1.2.5). */
export const FIRST_GENERALIZED_YEAR = 2050;

/** Returns the DER form. */
export async function buildCertificate(request: CertificateRequest): Promise<Buffer> {
  const certificate = new Certificate({
    version: 2,
    serialNumber: asn1js.Integer.fromBigInt(BigInt(`0x${request.serial}`)),
    subject: toDistinguishedName(request.subject),
    notBefore: toTime(request.notBefore),
    notAfter: toTime(request.notAfter),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(toArrayBuffer(request.publicKey)),
  });
  certificate.issuer = request.issuer?.certificate.subject ?? certificate.subject;
  const authority = request.issuer?.certificate ?? certificate;
  certificate.extensions = [
    ...request.extensions,
    extension(SUBJECT_KEY, new asn1js.OctetString({ valueHex: await keyIdentifierOf(certificate) })),
    extension(
      AUTHORITY_KEY,
      new asn1js.Sequence({
        value: [new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: await keyIdentifierOf(authority) })],
      }),
    ),
  ];
  await certificate.sign(request.signingKey, 'SHA-256');
  return Buffer.from(certificate.toSchema(true).toBER());
}

export function extension(oid: string, value: asn1js.BaseBlock, critical = false): Extension {
  return new Extension({ extnID: oid, critical, extnValue: value.toBER() });
}

/** Bits of KeyUsage, the first one is digitalSignature (RFC 5280 §4.2.1.3). */
const USAGES = ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'dataEncipherment', 'keyAgreement', 'keyCertSign', 'cRLSign'] as const;

export function keyUsage(...usages: readonly (typeof USAGES)[number][]): Extension {
  const bits = usages.reduce((sum, usage) => sum | (0x80 >> USAGES.indexOf(usage)), 0);
  const unusedBits = 7 - Math.max(...usages.map((usage) => USAGES.indexOf(usage)));
  return extension(KEY_USAGE, new asn1js.BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits }), true);
}

export function extendedKeyUsage(...oids: readonly string[]): Extension {
  return extension(EXTENDED_KEY_USAGE, new asn1js.Sequence({ value: oids.map((value) => new asn1js.ObjectIdentifier({ value })) }));
}

/** `pathLength`: undefined for a certificate that issues none. */
export function basicConstraints(pathLength: number | undefined): Extension {
  const value = pathLength === undefined ? [] : [new asn1js.Boolean({ value: true }), new asn1js.Integer({ value: pathLength })];
  return extension(BASIC_CONSTRAINTS, new asn1js.Sequence({ value }), true);
}

export function readCertificateForm(der: Uint8Array): Certificate {
  return Certificate.fromBER(toArrayBuffer(der));
}

/** SHA-1 of the key bits (RFC 5280 §4.2.1.2, method 1). */
function keyIdentifierOf(certificate: Certificate): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-1', toArrayBuffer(certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView));
}

/** A set for each attribute. pkijs puts all into one, in their order, and libraries refuse a set that is not sorted (X.690 §11.6). */
function toDistinguishedName(name: Name): RelativeDistinguishedNames {
  const attributes = name.map(
    ([type, text]) =>
      new AttributeTypeAndValue({
        type,
        // X.520 allows only PrintableString for a country.
        value: type === NAMES.country ? new asn1js.PrintableString({ value: text }) : new asn1js.Utf8String({ value: text }),
      }),
  );
  const names = new asn1js.Sequence({ value: attributes.map((attribute) => new asn1js.Set({ value: [attribute.toSchema()] })) });
  return RelativeDistinguishedNames.fromBER(names.toBER());
}

/** Whole seconds: DER has no fractions here. */
export function toTime(date: Date): Time {
  const value = wholeSeconds(date);
  return new Time({ type: value.getUTCFullYear() < FIRST_GENERALIZED_YEAR ? 0 : 1, value });
}

export const wholeSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

export function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
