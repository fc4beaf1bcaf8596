import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';

/** SHA-256 in hexadecimal. The database stores it instead of codes, cookies, tokens and secrets. */
export function sha256Hex(data: string | Buffer): string {
  return hash('sha256', data, 'hex');
}

export function hmacSha256Hex(key: Buffer, text: string): string {
  return createHmac('sha256', keyObjectOf(key)).update(text).digest('hex');
}

/** Creating a key object costs several times its use, so one is kept for each buffer. */
const keyObjects = new WeakMap<Buffer, KeyObject>();

export function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}

export function equalsConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
