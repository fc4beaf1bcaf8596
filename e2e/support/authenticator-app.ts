/** The app on a developer's phone: codes by RFC 6238, computed without the library of the server. */
import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PERIOD_MS = 30_000;

/** @param secret base32. @returns the next unused code: a server accepts one code of each 30 seconds, and that of the next 30 */
export function openAuthenticatorApp(secret: string): { nextCode(): string } {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  let last = 0;
  return {
    nextCode() {
      last = Math.max(last + 1, Math.floor(Date.now() / PERIOD_MS));
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(BigInt(last));
      const digest = createHmac('sha1', key).update(counter).digest();
      const offset = (digest.at(-1) ?? 0) & 15;
      return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
    },
  };
}
