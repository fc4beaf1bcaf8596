/** Entity tags (RFC 9110 §8.8.3 and §13.1.2): a client with the current version gets 304. */
import { sha256Hex } from '../crypto/hash.ts';

const TAG = /(?:W\/)?("[^"]*")/g;

/** Returns the tag of a text, including its quotes. */
export const entityTag = (text: string): string => `"${sha256Hex(text).slice(0, 32)}"`;

/** @param given `If-None-Match`: `*`, or a list of tags, which are compared weakly */
export function hasTag(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.trim() === '*' || Array.from(given.matchAll(TAG), ([, tag]) => tag).includes(etag.replace(/^W\//, ''));
}
