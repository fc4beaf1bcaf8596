import type { Random } from '#platform/random.ts';

const BYTES = 16;

/** A positive serial number of 126 random bits in lower-case hexadecimal, without leading zeros (RFC 5280 §4.1.2.2). */
export function newSerial(random: Pick<Random, 'bytes'>): string {
  const bytes = Buffer.from(random.bytes(BYTES));
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString('hex');
}
