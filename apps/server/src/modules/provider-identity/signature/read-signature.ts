/**
 * Reads the header `Signature` as NextGenPSD2 defines it: a list of parameters `name="value"`, after draft-cavage-http-signatures-10. RFC 9421 gives
 * the header another syntax, which is refused.
 */

/** The parameters of the header, checked for their form only. */
export interface SignatureHeader {
  /** Serial number of the certificate. */
  readonly serial: bigint;
  /** Distinguished name of its issuer, decoded. */
  readonly issuer: string;
  readonly algorithm: SignatureAlgorithm;
  /** Names of the signed headers in lower case, in the order of the signed text. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

export interface SignatureAlgorithm {
  readonly key: 'rsa' | 'ec';
  readonly hash: 'sha256' | 'sha512';
}

/** In lower case. The names of Java libraries are common among providers. */
const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = {
  'rsa-sha256': { key: 'rsa', hash: 'sha256' },
  'rsa-sha512': { key: 'rsa', hash: 'sha512' },
  sha256withrsa: { key: 'rsa', hash: 'sha256' },
  sha512withrsa: { key: 'rsa', hash: 'sha512' },
  'ecdsa-sha256': { key: 'ec', hash: 'sha256' },
  sha256withecdsa: { key: 'ec', hash: 'sha256' },
};

const NAMES = ['keyId', 'algorithm', 'headers', 'signature'] as const;
type Parameters = Readonly<Record<(typeof NAMES)[number], string>>;

const LENGTH_MAX = 4_096;
const HEADERS_MAX = 30;
const PARAMETER = /\s*([A-Za-z]+)="([^"]*)"\s*(?:,|$)/y;
const SERIAL = /^(?:0x)?([0-9a-f]{1,80})$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEADER_NAME = /^(?:\(request-target\)|[a-z0-9-]{1,64})$/;

export type SignatureReading = { readonly ok: true; readonly value: SignatureHeader } | { readonly ok: false; readonly text: string };

/** Never throws. `text` says which parameter is wrong, and how it should look. */
export function readSignature(header: string): SignatureReading {
  if (header.length > LENGTH_MAX) return refuse(`The header Signature is longer than ${LENGTH_MAX} characters.`);
  const parameters = readParameters(header);
  if (typeof parameters === 'string') return refuse(parameters);
  const keyId = readKeyId(parameters.keyId);
  if (keyId === undefined)
    return refuse(
      'keyId of the header Signature is SN=<serial number in hexadecimal>,CA=<name of the issuer>, for example SN=1a2b,CA=CN=Example CA,C=EE.',
    );
  const asked = parameters.algorithm.trim().toLowerCase();
  const algorithm = Object.hasOwn(ALGORITHMS, asked) ? ALGORITHMS[asked] : undefined;
  if (algorithm === undefined) return refuse(`algorithm of the header Signature is one of rsa-sha256, rsa-sha512, ecdsa-sha256.`);
  const headers = parameters.headers.trim().toLowerCase().split(/\s+/);
  if (headers.length > HEADERS_MAX || !headers.every((name) => HEADER_NAME.test(name)))
    return refuse('headers of the header Signature lists names of headers, separated by spaces.');
  const repeated = headers.find((name, index) => headers.indexOf(name) !== index);
  if (repeated !== undefined) return refuse(`headers of the header Signature names ${repeated} twice.`);
  const signature = parameters.signature.trim();
  if (!BASE64.test(signature)) return refuse('signature of the header Signature is not base64.');
  return { ok: true, value: { ...keyId, algorithm, headers, signature: Buffer.from(signature, 'base64') } };
}

const refuse = (text: string): SignatureReading => ({ ok: false, text });

/** Returns a text for the developer where the list cannot be read. */
function readParameters(header: string): Parameters | string {
  const found = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < header.length) {
    const [, name = '', value = ''] = PARAMETER.exec(header) ?? [];
    if (name === '')
      return 'The header Signature cannot be read. It has the form keyId="…",algorithm="…",headers="…",signature="…" (RFC 9421 is not supported).';
    if (found.has(name)) return `The header Signature has ${name} twice.`;
    found.set(name, value);
  }
  const missing = NAMES.find((name) => !found.has(name));
  if (missing !== undefined) return `The header Signature has no ${missing}. It has the form keyId="…",algorithm="…",headers="…",signature="…".`;
  return {
    keyId: parameterOf(found, 'keyId'),
    algorithm: parameterOf(found, 'algorithm'),
    headers: parameterOf(found, 'headers'),
    signature: parameterOf(found, 'signature'),
  };
}

const parameterOf = (found: ReadonlyMap<string, string>, name: string): string => found.get(name) ?? '';

function readKeyId(keyId: string): Pick<SignatureHeader, 'serial' | 'issuer'> | undefined {
  const text = decoded(keyId);
  const comma = text.indexOf(',');
  const [, digits] = SERIAL.exec(partNamed(text.slice(0, comma), 'SN')?.replaceAll(':', '') ?? '') ?? [];
  const issuer = partNamed(text.slice(comma + 1), 'CA');
  return digits === undefined || issuer === undefined ? undefined : { serial: BigInt(`0x${digits}`), issuer };
}

/** The value of `name = value`; undefined for another name. */
function partNamed(text: string, name: string): string | undefined {
  const equals = text.indexOf('=');
  return text.slice(0, equals).trim().toUpperCase() === name ? text.slice(equals + 1).trim() : undefined;
}

/** Providers send the issuer's name percent-encoded or plain. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
