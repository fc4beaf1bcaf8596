/** Ids and secrets. One source of randomness, injected, so that a test can replay a history. */
import { randomBytes } from 'node:crypto';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

export interface Random {
  /** `{prefix}_` and 26 Crockford base-32 characters (130 bits); not a secret. */
  id(prefix: string): string;
  /** 256 bits, base64url, 43 characters. Store only its hash. */
  secret(): string;
  bytes(length: number): Buffer;
}

export function createRandom(source: (length: number) => Buffer = randomBytes): Random {
  return {
    id: (prefix) => `${prefix}_${Array.from(source(26), (byte) => BASE32[byte & 31]).join('')}`,
    secret: () => source(32).toString('base64url'),
    bytes: source,
  };
}
