/** RFC 9110 §8.8.3 and §13.1.2: who has this version of a text need not get it again. */
import { sha256Hex } from '../crypto/hash.ts';

const TAG = /(?:W\/)?("[^"]*")/g;

/** Of a text, quotes included. */
export const entityTag = (text: string): string => `"${sha256Hex(text).slice(0, 32)}"`;

/** @param given `If-None-Match`: `*`, or a list of tags, which are compared weakly */
export function hasTag(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.trim() === '*' || Array.from(given.matchAll(TAG), ([, tag]) => tag).includes(etag.replace(/^W\//, ''));
}
