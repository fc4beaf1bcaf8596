/** Writes DER for tests, also what no library would write. */
import { ObjectIdentifier } from 'asn1js';

/** One value with a definite, shortest length. */
export function tlv(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(content.length);
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Uint8Array.from([tag, ...(content.length < 0x80 ? [content.length] : [0x80 | digits.length, ...digits]), ...content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Uint8Array => tlv(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Uint8Array => tlv(0x31, ...contents);
export const oid = (id: string): Uint8Array => new Uint8Array(new ObjectIdentifier({ value: id }).toBER());
export const utf8 = (text: string): Uint8Array => tlv(0x0c, new TextEncoder().encode(text));
export const ascii = (text: string, tag = 0x13): Uint8Array => tlv(tag, Buffer.from(text, 'latin1'));
export const octets = (bytes: Uint8Array): Uint8Array => tlv(0x04, bytes);
export const bits = (bytes: Uint8Array): Uint8Array => tlv(0x03, Uint8Array.of(0), bytes);
export const bool = (value: boolean): Uint8Array => tlv(0x01, Uint8Array.of(value ? 0xff : 0));
export const NULL = Uint8Array.of(5, 0);

/** A positive INTEGER. @param hex an even number of digits. */
export function integer(hex: string): Uint8Array {
  const bytes = Buffer.from(hex, 'hex');
  return tlv(0x02, (bytes[0] ?? 0) > 0x7f ? Uint8Array.of(0) : new Uint8Array(), bytes);
}

/** GeneralizedTime, which is correct for certificates from 2050 on and accepted before. */
export const time = (date: Date): Uint8Array => ascii(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`, 0x18);
