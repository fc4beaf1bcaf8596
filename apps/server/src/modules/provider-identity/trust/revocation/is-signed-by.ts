/** Verifies signatures of OCSP responses and CRLs. */
import { constants, type KeyObject, verify } from 'node:crypto';
import type { AlgorithmIdentifier } from 'pkijs';
import { RSA_PSS, signatureHashOf } from '../../read/x509.ts';

const HASHES: ReadonlySet<string> = new Set(['SHA-256', 'SHA-384', 'SHA-512']);

/** False also for SHA-1, for unknown algorithms, and for an algorithm that does not fit the key. */
export function isSignedBy(key: KeyObject, algorithm: AlgorithmIdentifier, content: Uint8Array, signature: Uint8Array): boolean {
  try {
    const hash = signatureHashOf(algorithm) ?? '';
    if (!HASHES.has(hash)) return false;
    const padding = algorithm.algorithmId === RSA_PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    return verify(hash.replace('-', ''), content, { key, ...padding }, signature);
  } catch {
    return false;
  }
}
