/** The four digits that the page and the phone both show, so that customers see that they confirm their own request. */
import { createHash } from 'node:crypto';

const CODE_LENGTH = 4;

/**
 * Smart-ID: SHA-256 of the hash to be signed, its last two bytes as an unsigned big-endian number, modulo 10000.
 * Source: SK ID Solutions, smart-id-documentation, "Computing the verification code" (API version 2).
 * @param contentHash 64 hex digits.
 */
export function smartIdControlCode(contentHash: string): string {
  const digest = createHash('sha256').update(Buffer.from(contentHash, 'hex')).digest();
  return digits(digest.readUInt16BE(digest.length - 2) % 10_000);
}

/**
 * Mobile-ID: the first six and the last seven bits of the hash as one number, 0000 to 8191.
 * Source: SK ID Solutions, MID REST API, "Verification code calculation algorithm".
 * @param contentHash hex digits, whole bytes.
 */
export function mobileIdControlCode(contentHash: string): string {
  const bytes = Buffer.from(contentHash, 'hex');
  const firstSixBits = bytes.readUInt8(0) >> 2;
  const lastSevenBits = bytes.readUInt8(bytes.length - 1) & 0b0111_1111;
  return digits((firstSixBits << 7) | lastSevenBits);
}

function digits(code: number): string {
  return String(code).padStart(CODE_LENGTH, '0');
}
