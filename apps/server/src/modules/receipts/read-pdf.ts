/**
 * Extracts the attached JSON from a PDF of this server. It supports no other PDF. A modified PDF whose attachment is not found here
 * proves nothing.
 */
import { inflateSync } from 'node:zlib';

export const ATTACHMENT_NAME = 'receipt.json';

const PDF = Buffer.from('%PDF-');
const END = Buffer.from('%%EOF');
const EMBEDDED = Buffer.from('/Type /EmbeddedFile');
const STREAM = Buffer.from('stream\n');
/** Size of the receipt of a bulk payment with 1,000 items and the longest references. */
export const JSON_BYTES_MAX = 4_000_000;

export type AttachedJson = { readonly json: string } | { readonly flaw: 'truncated' | 'noAttachment' | 'tooLarge' };

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF.length).equals(PDF);

export function readAttachedJson(pdf: Buffer): AttachedJson {
  if (pdf.lastIndexOf(END) < pdf.length - 16) return { flaw: 'truncated' };
  const at = pdf.indexOf(EMBEDDED);
  const start = at === -1 ? -1 : pdf.indexOf(STREAM, at);
  const length = start === -1 ? undefined : /\/Length (\d{1,9})\b/.exec(pdf.toString('latin1', at, start))?.[1];
  if (length === undefined) return { flaw: 'noAttachment' };
  const from = start + STREAM.length;
  try {
    return { json: inflateSync(pdf.subarray(from, from + Number(length)), { maxOutputLength: JSON_BYTES_MAX }).toString('utf8') };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return { flaw: isTooLarge ? 'tooLarge' : 'noAttachment' };
  }
}
