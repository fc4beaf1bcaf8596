/** The audit log as other modules use it. */
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import type { AppendAudit, FirstEntry } from '#platform/db/run-write.ts';
import { createRandom, type Random } from '#platform/random.ts';
import { appendAudit, beginChain } from './append-audit.ts';
import { type FirstRow, listChainsWithContent } from './audit-store.ts';
import { type EraseAudit, eraseAudit } from './erase-audit.ts';
import { type ExportedAuditEntry, exportAudit } from './export-audit.ts';
import { type Seal, sealAudit } from './seal-audit.ts';
import type { NotedSeal } from './seal-note.ts';
import { type AuditVerification, verifyAudit } from './verify-audit.ts';
import { type ChainVerification, verifyOneChain } from './verify-one-chain.ts';

export interface Audit {
  /** For write transactions. */
  readonly append: AppendAudit;
  /** For an act in one statement; `chainBegun` inserts the returned row. */
  begin(entry: FirstEntry): FirstRow;
  /** Reports edited, removed and moved rows. `since`: a seal noted outside the database, which must still exist. */
  verify(db: Db, since?: NotedSeal): Promise<AuditVerification>;
  /** Verifies one chain, and the seal that covers `position`. */
  verifyChain(db: Db, chain: string, position: number): Promise<ChainVerification>;
  export(reader: Reader, options?: { readonly chain?: string }): AsyncGenerator<ExportedAuditEntry>;
  /** Erases personal content and records the erasure as an entry. Returns the erased positions. */
  erase(tx: Tx, input: EraseAudit): Promise<readonly number[]>;
  /** Erases all personal content of a sandbox, chain by chain. */
  eraseSandbox(tx: Tx, sandboxId: string, reason: string): Promise<void>;
  /** Seals the heads of chains that grew; undefined when none did. */
  seal(tx: Tx): Promise<Seal | undefined>;
}

/** `keyAudit`: 32 bytes, `config.keys.audit`. */
export function createAudit({ keyAudit, random = createRandom() }: { readonly keyAudit: Buffer; readonly random?: Pick<Random, 'bytes'> }): Audit {
  const append: Audit['append'] = (tx, entries) => appendAudit(keyAudit, random, tx, entries);
  return {
    append,
    begin: (entry) => beginChain(keyAudit, entry),
    verify: (db, since) => verifyAudit(db, { audit: keyAudit }, since),
    verifyChain: (db, chain, position) => verifyOneChain(db, keyAudit, { chain, position }),
    export: exportAudit,
    erase: (tx, input) => eraseAudit(append, tx, input),
    async eraseSandbox(tx, sandboxId, reason) {
      for (const chain of await listChainsWithContent(tx, sandboxId)) await eraseAudit(append, tx, { chain, sandboxId, reason });
    },
    seal: (tx) => sealAudit(keyAudit, tx),
  };
}
