/** Makes certificates for tests of TLS, of any name, date and size. They have no PSD2 statement, so they identify no provider. */
import { webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

export interface MadeCertificate {
  readonly der: Buffer;
  readonly certPem: string;
  readonly keyPem: string;
  readonly certificate: pkijs.Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface Wanted {
  readonly name: string;
  /** Default: the certificate signs itself. */
  readonly issuer?: MadeCertificate;
  /** The host in `subjectAltName`. Default: localhost. */
  readonly host?: string;
  /** Days from now. Default: 10. */
  readonly days?: number;
  /** Bytes of an extension that makes the certificate large. Default: none. */
  readonly padding?: number;
}

const DAY_MS = 86_400_000;
/** Of examples (RFC 5612). */
const PADDING_OID = '1.3.6.1.4.1.32473.1';
const ALTERNATIVE_NAMES_OID = '2.5.29.17';
const BASIC_CONSTRAINTS_OID = '2.5.29.19';
const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as never });
let serial = 0;
function nextSerial(): number {
  serial += 1;
  return serial;
}

export async function makeCertificate({ name, issuer, host = 'localhost', days = 10, padding = 0 }: Wanted): Promise<MadeCertificate> {
  const keys = (await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ value: nextSerial() });
  certificate.subject.typesAndValues.push(
    new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: name }) as never }),
  );
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = new Date(Date.now() - 20 * DAY_MS);
  certificate.notAfter.value = new Date(Date.now() + days * DAY_MS);
  certificate.extensions = extensionsOf(host, padding);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as never, engine);
  await certificate.sign((issuer?.keys ?? keys).privateKey as never, 'SHA-256', engine);
  const der = Buffer.from(certificate.toSchema(true).toBER());
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { der, certPem: pem('CERTIFICATE', der), keyPem: pem('PRIVATE KEY', key), certificate, keys };
}

/** Every certificate may issue others and names this machine. */
function extensionsOf(host: string, padding: number): pkijs.Extension[] {
  const extension = (extnID: string, extnValue: ArrayBuffer) => new pkijs.Extension({ extnID, critical: false, extnValue });
  const names = new pkijs.GeneralNames({
    names: [
      new pkijs.GeneralName({ type: 2, value: host }),
      new pkijs.GeneralName({ type: 7, value: new asn1js.OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer }) }),
    ],
  });
  return [
    extension(BASIC_CONSTRAINTS_OID, new pkijs.BasicConstraints({ cA: true }).toSchema().toBER()),
    extension(ALTERNATIVE_NAMES_OID, names.toSchema().toBER()),
    ...(padding === 0 ? [] : [extension(PADDING_OID, new asn1js.OctetString({ valueHex: new ArrayBuffer(padding) }).toBER())]),
  ];
}

function pem(label: string, der: Buffer): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;
}
