/** Verifies a signed request: NextGenPSD2 §4.2 and §12, with the decisions of `docs/decisions/0101-identify-providers-by-certificates.md`. */
import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { hasOrdinaryExponent } from '#platform/crypto/rsa-limits.ts';
import { keepValues } from '#platform/kept-values.ts';
import { wrongDigest } from './digest.ts';
import { isSameName } from './issuer-name.ts';
import { readSignature, type SignatureAlgorithm, type SignatureHeader } from './read-signature.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes of the body; empty without one. */
  readonly body: Uint8Array;
}

export interface SignatureFault {
  readonly code: 'SIGNATURE_MISSING' | 'SIGNATURE_INVALID' | 'CERTIFICATE_MISSING' | 'CERTIFICATE_INVALID';
  readonly text: string;
  /** Name of the header that is wrong. */
  readonly header: string;
}

/** Signed in every call. */
const ALWAYS = ['digest', 'x-request-id'];
/** Signed where they are sent. */
const IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

const CERTIFICATE_LENGTH_MAX = 12_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The certificate of `TPP-Signature-Certificate`: base64 of its DER form, or PEM on one line. Nothing here says that it is trusted. */
export function readSignatureCertificate({ headers }: Pick<SignedRequest, 'headers'>): Uint8Array | SignatureFault {
  const header = 'tpp-signature-certificate';
  const given = headers[header];
  if (typeof given !== 'string' || given.trim() === '')
    return {
      code: 'CERTIFICATE_MISSING',
      header,
      text: 'This application signs its calls. Send the QSealC in the header TPP-Signature-Certificate, in base64 and on one line.',
    };
  const base64 = given.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s|\\n/g, '');
  if (given.length > CERTIFICATE_LENGTH_MAX || !BASE64.test(base64))
    return { code: 'CERTIFICATE_INVALID', header, text: 'TPP-Signature-Certificate is one certificate in base64, at most 8 KiB.' };
  return derOf(base64);
}

/**
 * Verifies signature and digest with the certificate. Whether the certificate is trusted is not decided here.
 * @returns why the request is refused; undefined: the holder of the certificate's key signed exactly this request.
 */
export function findSignatureFault(request: SignedRequest, der: Uint8Array): SignatureFault | undefined {
  const { headers } = request;
  const signatureHeader = headers.signature;
  if (typeof signatureHeader !== 'string')
    return missing('signature', 'This application signs its calls. Send the header Signature, and Digest and X-Request-ID with it.');
  if (typeof headers.digest !== 'string')
    return missing('digest', 'This application signs its calls. Send the header Digest with the hash of the body.');
  const reading = readSignature(signatureHeader);
  if (!reading.ok) return invalid('signature', reading.text);
  const signed = reading.value;
  const unsigned = [...ALWAYS, ...IF_SENT.filter((name) => sentValue(headers, name) !== undefined)].find((name) => !signed.headers.includes(name));
  if (unsigned !== undefined)
    return invalid(unsigned, `The signature does not cover the header ${unsigned}. Name it in headers of the header Signature.`);
  const absent = signed.headers.find((name) => name !== '(request-target)' && sentValue(headers, name) === undefined);
  if (absent !== undefined) return invalid(absent, `The header ${absent} is signed but was not sent.`);
  const certificate = openCertificate(der);
  if (typeof certificate === 'string') return { code: 'CERTIFICATE_INVALID', header: 'tpp-signature-certificate', text: certificate };
  const keyFault = wrongKeyId(signed, certificate);
  if (keyFault !== undefined) return keyFault;
  if (!isSignedBy(request, signed, certificate.key)) return invalid('signature', wrongSignature(signed));
  const digest = wrongDigest(headers.digest, request.body);
  return digest === undefined ? undefined : invalid('digest', digest);
}

/** What verification needs of a certificate. Each of these members is a call into OpenSSL, so they are read once. */
interface OpenedCertificate {
  readonly key: KeyObject;
  readonly keyType: string | undefined;
  /** Not negative: a certificate with a negative number breaks RFC 5280 §4.1.2.2. */
  readonly serial: bigint;
  /** A part on each line. */
  readonly issuer: string;
}

/** A provider signs its calls with one certificate, and reading it costs more than verifying the signature. */
const CERTIFICATES_MAX = 500;

/** One object for the same text, so that what is known about a certificate is found by its object. */
const derOf = keepValues(CERTIFICATES_MAX, (base64) => Buffer.from(base64, 'base64'));

const opened = new WeakMap<Uint8Array, OpenedCertificate>();

/** Returns a text for the developer where the certificate cannot be used. OpenSSL reads keys late, and throws for one that it cannot read. */
function openCertificate(der: Uint8Array): OpenedCertificate | string {
  const known = opened.get(der);
  if (known !== undefined) return known;
  try {
    const { serialNumber, issuer, publicKey: key } = new X509Certificate(der);
    if (!SERIAL.test(serialNumber)) return 'The serial number of TPP-Signature-Certificate is negative (RFC 5280 §4.1.2.2).';
    if (!isUsable(key)) return 'The key of TPP-Signature-Certificate is RSA of at most 4096 bits, P-256 or P-384.';
    const made = { key, keyType: key.asymmetricKeyType, serial: BigInt(`0x${serialNumber}`), issuer };
    opened.set(der, made);
    return made;
  } catch {
    return 'TPP-Signature-Certificate holds no certificate, or its key cannot be read.';
  }
}

const SERIAL = /^[0-9A-F]+$/;

const missing = (header: string, text: string): SignatureFault => ({ code: 'SIGNATURE_MISSING', header, text });
const invalid = (header: string, text: string): SignatureFault => ({ code: 'SIGNATURE_INVALID', header, text });

const RSA_BITS_MAX = 4_096;
const CURVES = ['prime256v1', 'secp384r1'];

/** A huge key makes the verification itself expensive. */
function isUsable(key: KeyObject): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (namedCurve !== undefined) return CURVES.includes(namedCurve);
  return modulusLength !== undefined && modulusLength <= RSA_BITS_MAX && hasOrdinaryExponent(key);
}

function wrongKeyId({ serial, issuer, algorithm }: SignatureHeader, certificate: OpenedCertificate): SignatureFault | undefined {
  if (certificate.serial !== serial)
    return invalid('signature', `keyId names the serial number ${serial.toString(16)}, and the certificate has ${certificate.serial.toString(16)}.`);
  if (!isSameName(issuer, certificate.issuer))
    return invalid('signature', `keyId names the issuer ${issuer}, and the certificate has ${certificate.issuer.replaceAll('\n', ',')}.`);
  if (certificate.keyType !== algorithm.key)
    return invalid('signature', `algorithm does not fit the key of the certificate, which is ${certificate.keyType ?? 'unknown'}.`);
  return undefined;
}

/** The caller chooses the names: `constructor` is no header, although every object has one. */
const sentValue = (headers: SignedRequest['headers'], name: string) => (Object.hasOwn(headers, name) ? headers[name] : undefined);

/** The signed text: a line for each named header (draft-cavage-http-signatures-10 §2.3). */
export function signedText({ method, target, headers }: Omit<SignedRequest, 'body'>, names: readonly string[]): string {
  return names
    .map(
      (name) =>
        `${name}: ${
          name === '(request-target)'
            ? `${method.toLowerCase()} ${target}`
            : [sentValue(headers, name) ?? '']
                .flat()
                .map((value) => value.trim())
                .join(', ')
        }`,
    )
    .join('\n');
}

/** ECDSA comes as DER from most tools and as two numbers of equal length from web cryptography and Java's P1363 form. */
function isSignedBy(request: SignedRequest, { algorithm, headers, signature }: SignatureHeader, key: KeyObject): boolean {
  const text = Buffer.from(signedText(request, headers));
  return encodingsOf(algorithm, signature).some((dsaEncoding) => verify(algorithm.hash, text, { key, dsaEncoding }, signature));
}

const P1363_LENGTHS = [64, 96];

function encodingsOf({ key }: SignatureAlgorithm, { length }: Buffer): readonly ('der' | 'ieee-p1363')[] {
  return key === 'ec' && P1363_LENGTHS.includes(length) ? ['ieee-p1363', 'der'] : ['der'];
}

function wrongSignature({ headers }: SignatureHeader): string {
  return `The signature does not fit the certificate and the signed headers. Sign these lines, in this order and without a line end after the last: ${headers.join(', ')}. Each is the name in lower case, a colon, a space and the value as sent.`;
}
