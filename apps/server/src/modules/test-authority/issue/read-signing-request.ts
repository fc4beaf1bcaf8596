/** Reads a certificate signing request (PKCS #10, RFC 2986). Only its key counts; its signature proves that the caller has the key. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fromBER } from 'asn1js';
import { CertificationRequest } from 'pkijs';
import { hasOrdinaryExponent } from '#platform/crypto/rsa-limits.ts';

interface SigningRequestKey {
  /** DER form of the SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
  /** As in the contract, for example `RSA 2048`. */
  readonly keyType: string;
}

/** The text says what was wrong and what to do. */
export type SigningRequestResult = SigningRequestKey | { readonly flaw: string };

const BLOCK = /-----BEGIN ((?:NEW )?CERTIFICATE REQUEST)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;
const LIMITS = { maxDepth: 20, maxNodes: 500 };
const [RSA_BITS_MIN, RSA_BITS_MAX] = [2048, 4096];
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' };
/** With SHA-256 or stronger: RSA (RFC 4055), RSASSA-PSS, ECDSA (RFC 5758). */
const SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.113549.1.1.10',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]);

export async function readSigningRequest(text: string): Promise<SigningRequestResult> {
  if (text.includes('PRIVATE KEY-----'))
    return { flaw: 'The text contains a private key. Never send a private key, and replace this one. Send a request that a new key signed.' };
  const blocks = [...text.matchAll(BLOCK)];
  const [block] = blocks;
  if (block === undefined)
    return { flaw: 'The text contains no certificate signing request. Send it as PEM, from "-----BEGIN CERTIFICATE REQUEST-----" to its last line.' };
  if (blocks.length > 1) return { flaw: 'The text contains more than one certificate signing request. Send one.' };
  const request = parse(Buffer.from(block[2] ?? '', 'base64'));
  const key = request && readKey(request);
  if (request === undefined || key === undefined)
    return {
      flaw: 'The certificate signing request cannot be read. Create it again, for example with: openssl req -new -key qwac.key -subj /CN=test',
    };
  const publicKey = key.export({ type: 'spki', format: 'der' });
  const keyType = keyTypeOf(key);
  if (keyType === undefined)
    return { flaw: `The key is ${describe(key)}. Use a key on the curve P-256 or P-384, or an RSA key of ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits.` };
  if (!hasOrdinaryExponent(key)) return { flaw: 'The key has a public exponent of more than 64 bits. Use an RSA key with 65537, which is usual.' };
  if (!SIGNATURES.has(request.signatureAlgorithm.algorithmId))
    return {
      flaw: 'The certificate signing request is signed with an old algorithm. Sign it with SHA-256, for example with: openssl req -new -sha256',
    };
  if (!(await isSignedByKey(request)))
    return {
      flaw: 'The signature of the certificate signing request does not fit its key. Create the request again with the private key of this key.',
    };
  return { publicKey, keyType };
}

function parse(der: Buffer): CertificationRequest | undefined {
  try {
    const { offset, result } = fromBER(new Uint8Array(der), LIMITS);
    return offset === der.length ? new CertificationRequest({ schema: result }) : undefined;
  } catch {
    return undefined;
  }
}

function readKey(request: CertificationRequest): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER()), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function keyTypeOf({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): string | undefined {
  const { modulusLength: bits = 0, namedCurve = '' } = details;
  if (type === 'ec') return CURVES[namedCurve];
  return type === 'rsa' && bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX ? `RSA ${bits}` : undefined;
}

function describe({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): string {
  if (type === 'rsa') return `an RSA key of ${details.modulusLength ?? 0} bits`;
  return type === 'ec' ? `on the curve ${details.namedCurve ?? 'unknown'}` : `of the type ${type ?? 'unknown'}`;
}

async function isSignedByKey(request: CertificationRequest): Promise<boolean> {
  try {
    return await request.verify();
  } catch {
    return false;
  }
}
