/** Keys and hashes that are strong enough (ETSI TS 119 312). */
import type { X509 } from '../read/x509.ts';

const RSA_BITS_MIN = 2_048;
const CURVES: ReadonlySet<string> = new Set(['P-256', 'P-384']);
const HASHES: ReadonlySet<string> = new Set(['SHA-256', 'SHA-384', 'SHA-512']);

/** What is too weak or unknown, as a text; undefined: nothing. */
export function findWeakness({ keyType, rsaBits, signatureHash }: Pick<X509, 'keyType' | 'rsaBits' | 'signatureHash'>): string | undefined {
  const isStrong = rsaBits === undefined ? CURVES.has(keyType) : rsaBits >= RSA_BITS_MIN;
  if (!isStrong) return `has the public key ${keyType}. Use RSA of 2048 bits or more, P-256 or P-384.`;
  if (HASHES.has(signatureHash ?? '')) return undefined;
  return `is signed with ${signatureHash ?? 'an unknown algorithm'}. Use a certificate that is signed with SHA-256 or stronger.`;
}
