/** The header `Digest` (RFC 3230, RFC 5843) over the bytes of the body; a call without a body has the digest of nothing. */
import { createHash } from 'node:crypto';

const ALGORITHMS: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };
const DIGEST = /^\s*(sha-256|sha-512)=([A-Za-z0-9+/]{20,100}={0,2})\s*$/i;

/** @returns a text for the developer, with the expected digest; undefined: the header is right. */
export function wrongDigest(header: string, body: Uint8Array): string | undefined {
  const [, name = '', value] = DIGEST.exec(header) ?? [];
  const algorithm = ALGORITHMS[name.toLowerCase()];
  if (algorithm === undefined) return 'The header Digest is SHA-256= or SHA-512=, followed by the hash of the body in base64.';
  const expected = createHash(algorithm).update(body).digest('base64');
  if (value === expected) return undefined;
  const of = body.length === 0 ? 'The call has no body, so the hash is that of no bytes' : `The body has ${body.length} bytes as it was sent`;
  return `The header Digest does not fit the body. ${of}: ${name.toUpperCase()}=${expected}`;
}
