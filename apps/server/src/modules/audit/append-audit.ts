/** Appends one entry to its chain, in the transaction of the act it records (PSD2 RTS Art. 29). */
import { canonicalJson } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AuditEntry } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import { contentDigest, entryHash, genesisHash } from './audit-hash.ts';
import { insertEntry, lockChain } from './audit-store.ts';

const SALT_BYTES = 16;

export interface AuditDeps {
  readonly keyAudit: Buffer;
  readonly random: Pick<Random, 'bytes'>;
}

/** The chain's head is locked until the transaction ends; other chains are not touched. */
export async function appendAudit(deps: AuditDeps, tx: Tx, entry: AuditEntry): Promise<void> {
  const { chain, sandboxId, event, ids } = entry;
  const head = await lockChain(tx, chain, sandboxId, genesisHash(deps.keyAudit, chain));
  const position = head.position + 1;
  const content = entry.content === undefined ? undefined : canonicalJson(entry.content);
  // The salt is erased with the content: what stays cannot be guessed back, not even with the key.
  const salt = deps.random.bytes(SALT_BYTES).toString('hex');
  const digest = content === undefined ? null : contentDigest(deps.keyAudit, salt, content);
  const hash = entryHash(deps.keyAudit, {
    chain,
    position,
    sandboxId,
    event,
    ids,
    contentDigest: digest,
    previousHash: head.hash,
    recordedAt: head.now,
  });
  const row = {
    chain,
    position,
    sandbox_id: sandboxId,
    event,
    ids: JSON.stringify(ids),
    content_digest: digest,
    previous_hash: head.hash,
    hash,
    recorded_at: head.now,
  };
  await insertEntry(tx, row, content === undefined ? undefined : { salt, content });
}
