/**
 * The hashes of the audit log, pure. All are HMACs with a key that is not in the database, so that nothing without the key can write a chain that
 * verifies. The first word separates the kinds of hashes from each other.
 */
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';

/** The data that an entry's hash covers. `recordedAt` has whole milliseconds, as stored. */
export interface HashedEntry {
  readonly chain: string;
  readonly position: number;
  readonly sandboxId: string;
  readonly event: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly contentDigest: string | null;
  readonly previousHash: string;
  readonly recordedAt: Date;
}

export interface ChainHead {
  readonly chain: string;
  readonly position: number;
  readonly hash: string;
}

export interface HashedSeal {
  readonly number: number;
  readonly headsDigest: string;
  readonly previousHash: string;
  readonly sealedAt: Date;
}

/** The previous hash of a chain's first entry. */
export function genesisHash(key: Buffer, chain: string): string {
  return keyed(key, 'genesis', chain);
}

export function entryHash(key: Buffer, entry: HashedEntry): string {
  const { chain, position, sandboxId, event, ids, contentDigest, previousHash, recordedAt } = entry;
  return keyed(key, 'entry', { chain, position, sandboxId, event, ids, contentDigest, previousHash, recordedAt: recordedAt.toISOString() });
}

/** `content` is the stored text, not the value, because the stored text is verified. */
export function contentDigest(key: Buffer, salt: string, content: string): string {
  return keyed(key, 'content', { salt, content });
}

export function headsDigest(key: Buffer, heads: readonly ChainHead[]): string {
  const sorted = [...heads].sort((a, b) => (a.chain < b.chain ? -1 : 1)).map(({ chain, position, hash }) => ({ chain, position, hash }));
  return keyed(key, 'heads', sorted);
}

export function sealHash(key: Buffer, seal: HashedSeal): string {
  const { number, headsDigest: heads, previousHash, sealedAt } = seal;
  return keyed(key, 'seal', { number, headsDigest: heads, previousHash, sealedAt: sealedAt.toISOString() });
}

/**
 * Undefined for a row with a value that has no hash, such as a time without end: the log never wrote it. The verification reports the row like any
 * other changed one and goes on.
 */
export function hashOf(compute: () => string): string | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

function keyed(key: Buffer, kind: string, value: unknown): string {
  return hmacSha256Hex(key, `portico-audit/${kind}\n${canonicalJson(value)}`);
}
