/** Creates ids and secrets. The source of randomness is injected, so that a test can replay a history. */
import { randomBytes } from 'node:crypto';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const CHANCE_LENGTH = 16;

export interface Random {
  /**
   * `{prefix}_` and 26 Crockford base-32 characters: ten for the real time in milliseconds, 16 random ones (80 bits). New ids are neighbours in every
   * index, however large it is (docs/decisions/0013). Not a secret.
   */
  id(prefix: string): string;
  /** 256 bits, base64url, 43 characters. Store only its hash. */
  secret(): string;
  bytes(length: number): Buffer;
}

/** @param realNow milliseconds since 1970. */
export function createRandom(source: (length: number) => Buffer = randomBytes, realNow: () => number = Date.now): Random {
  return {
    id: (prefix) => `${prefix}_${timeText(realNow())}${Array.from(source(CHANCE_LENGTH), (byte) => BASE32[byte & 31]).join('')}`,
    secret: () => source(32).toString('base64url'),
    bytes: source,
  };
}

/** Has a constant length until the year 10889, so that texts sort like times. */
function timeText(milliseconds: number): string {
  return Array.from({ length: TIME_LENGTH }, (_, at) => BASE32[Math.floor(milliseconds / 32 ** (TIME_LENGTH - 1 - at)) % 32]).join('');
}
