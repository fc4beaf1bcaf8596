/** What an approval is good for: the hash of the canonical content (RTS (EU) 2018/389 Art. 5(1)(b), dynamic linking). */
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { ScaContent } from '../challenge-content.ts';

/** 64 hex digits. */
export function contentHash(content: ScaContent): string {
  return sha256Hex(canonicalJson(content.canonical));
}
