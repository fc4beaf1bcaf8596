/** Appends entries to their chains, in the transaction of the acts they record (PSD2 RTS Art. 29). */
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AuditEntry, FirstEntry } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import { type ChainHead, contentDigest, entryHash, genesisHash } from './audit-hash.ts';
import { type FirstRow, insertEntries, lockChains, type NewEntry } from './audit-store.ts';

const SALT_BYTES = 16;

/** In the given order. The chains' heads are locked until the transaction ends; other chains are not touched. */
export async function appendAudit(keyAudit: Buffer, random: Pick<Random, 'bytes'>, tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const sandboxes = new Map(entries.map(({ chain, sandboxId }) => [chain, sandboxId]));
  const chains = [...sandboxes].map(([chain, sandboxId]) => ({ chain, sandboxId, genesis: genesisHash(keyAudit, chain) }));
  const { heads, now } = await lockChains(tx, chains);
  const rows: NewEntry[] = [];
  for (const entry of entries) {
    const row = toRow(keyAudit, random, entry, heads.get(entry.chain), now);
    heads.set(entry.chain, row);
    rows.push(row);
  }
  await insertEntries(tx, rows, [...heads.values()]);
}

/** Writes nothing: a statement of the act does, with {@link chainBegun}. */
export function beginChain(keyAudit: Buffer, { chain, sandboxId, event, ids, at }: FirstEntry): FirstRow {
  const previousHash = genesisHash(keyAudit, chain);
  const hash = entryHash(keyAudit, { chain, position: 1, sandboxId, event, ids, contentDigest: null, previousHash, recordedAt: at });
  return { chain, sandboxId, event, ids: JSON.stringify(ids), previousHash, hash, recordedAt: at };
}

function toRow(
  keyAudit: Buffer,
  random: Pick<Random, 'bytes'>,
  { chain, sandboxId, event, ids, content: given }: AuditEntry,
  head: ChainHead | undefined,
  now: Date,
): NewEntry {
  if (head === undefined) throw new Error(`The audit chain ${chain} has no head.`);
  const content = given === undefined ? null : canonicalJson(given);
  // The salt is erased with the content: what stays cannot be guessed back, not even with the key.
  const salt = content === null ? '' : random.bytes(SALT_BYTES).toString('hex');
  const hashed = {
    chain,
    position: head.position + 1,
    sandboxId,
    event,
    ids,
    contentDigest: content === null ? null : contentDigest(keyAudit, salt, content),
    previousHash: head.hash,
    recordedAt: now,
  };
  return { ...hashed, hash: entryHash(keyAudit, hashed), salt, content };
}
