/** Keys of issued certificates. They are in the response only. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { TestKeyType } from '@portico/contract/values';

export interface NewKey {
  /** PKCS #8, DER form. */
  readonly pkcs8: Buffer;
  /** DER form of the SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
  /** As in the contract, for example `P-256`. */
  readonly keyType: string;
}

const generate = promisify(generateKeyPair);

export async function createKey(type: TestKeyType): Promise<NewKey> {
  const { privateKey, publicKey } = type === 'p256' ? await generate('ec', { namedCurve: 'P-256' }) : await generate('rsa', { modulusLength: 2048 });
  return {
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    keyType: type === 'p256' ? 'P-256' : 'RSA 2048',
  };
}
