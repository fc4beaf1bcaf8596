/**
 * OCRA, the OATH challenge-response algorithm (RFC 6287), with the challenge as its only input: the response of a hand-held calculator to a
 * number. The hash covers the number, so a response is valid for no other one.
 */
import { createHmac } from 'node:crypto';

export interface OcraSuite {
  /** In the notation of RFC 6287 §6, e.g. `OCRA-1:HOTP-SHA256-8:QN24`. */
  readonly name: string;
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  readonly digits: number;
}

/** RFC 6287 §5.1: the challenge is padded with zeros to 128 bytes. */
const QUESTION_HEX_LENGTH = 256;

/** @param question from {@link numericQuestion}, or the bytes of an alphanumeric challenge. */
export function ocra({ name, hash, digits }: OcraSuite, key: Buffer, question: string): string {
  const input = Buffer.concat([Buffer.from(name), Buffer.of(0), Buffer.from(question.padEnd(QUESTION_HEX_LENGTH, '0'), 'hex')]);
  const mac = createHmac(hash, key).update(input).digest();
  // Dynamic truncation, RFC 4226 §5.3.
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** A challenge of decimal digits (`QN`) in hex: the number itself, not its characters. */
export function numericQuestion(digits: string): string {
  return BigInt(digits).toString(16);
}
