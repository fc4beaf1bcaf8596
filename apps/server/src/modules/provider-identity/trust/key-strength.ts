/** Keys and hashes that are strong enough (ETSI TS 119 312), and not so large that checking them costs a multiple. */
import type { X509 } from '../read/x509.ts';

const [RSA_BITS_MIN, RSA_BITS_MAX] = [2_048, 8_192];
const CURVES: ReadonlySet<string> = new Set(['P-256', 'P-384']);
const HASHES: ReadonlySet<string> = new Set(['SHA-256', 'SHA-384', 'SHA-512']);

/** What is too weak or unknown, as a text; undefined: nothing. */
export function findWeakness(key: Pick<X509, 'keyType' | 'rsaBits' | 'hasOrdinaryExponent' | 'signatureHash'>): string | undefined {
  const { keyType, rsaBits, signatureHash } = key;
  const isStrong = rsaBits === undefined ? CURVES.has(keyType) : rsaBits >= RSA_BITS_MIN && rsaBits <= RSA_BITS_MAX;
  if (!isStrong) return `has the public key ${keyType}. Use RSA of ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits, P-256 or P-384.`;
  if (!key.hasOrdinaryExponent) return 'has an RSA key with a public exponent of more than 64 bits. Use 65537, which is usual.';
  if (HASHES.has(signatureHash ?? '')) return undefined;
  return `is signed with ${signatureHash ?? 'an unknown algorithm'}. Use a certificate that is signed with SHA-256 or stronger.`;
}
