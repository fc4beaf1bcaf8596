/** An RSA key whose public exponent is as long as the modulus: its owner signs at once, and each verification is expensive. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { TestKey } from './make-certificate.ts';

/** The exponents of an ordinary key, exchanged. */
export function makeCostlyKey(): TestKey {
  const { e = '', d = '', ...jwk } = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const privateKey = createPrivateKey({ key: { ...jwk, e: d, d: e, dp: e, dq: e }, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
