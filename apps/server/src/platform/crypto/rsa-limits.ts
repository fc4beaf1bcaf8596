/** Limits of RSA keys that callers choose. */
import type { KeyObject } from 'node:crypto';

/**
 * The greatest public exponent. Authorities and tools choose 65537, and NIST SP 800-56B §6.2 asks for less than 2^256. Verifying with an exponent as long
 * as the modulus costs a hundred times as much as usual, and its owner signs without effort.
 */
const EXPONENT_MAX = 2n ** 64n;

/** True for keys of other kinds, which have no exponent. */
export const hasOrdinaryExponent = ({ asymmetricKeyDetails }: Pick<KeyObject, 'asymmetricKeyDetails'>): boolean =>
  (asymmetricKeyDetails?.publicExponent ?? 0n) < EXPONENT_MAX;
