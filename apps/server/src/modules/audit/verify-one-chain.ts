/** Verifies one chain and its seal with the checks of {@link verifyAudit}; this proves that an entry of the chain is unaltered. */
import type { Db } from '#platform/db/database.ts';
import type { AuditFinding } from './audit-finding.ts';
import { readEntries, readSealOver } from './audit-store.ts';
import { verifyChain, verifyHead } from './verify-audit.ts';
import { verifySeal, verifySealedHeads } from './verify-seals.ts';

export interface ChainVerification {
  readonly findings: readonly AuditFinding[];
  /** Absent: the entry is newer than the last seal. */
  readonly seal: { readonly number: number; readonly sealedAt: Date } | undefined;
}

/** A chain records one person's act or the life of one resource, so it is short. */
const ENTRIES_MAX = 10_000;

export function verifyOneChain(db: Db, key: Buffer, { chain, position }: { chain: string; position: number }): Promise<ChainVerification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const entries = await readEntries(tx, undefined, ENTRIES_MAX, chain);
      const findings = [...verifyChain(key, entries)];
      const last = entries.at(-1);
      if (last !== undefined) findings.push(...verifyHead(last));
      const seal = await readSealOver(tx, chain, position);
      if (seal === undefined) return { findings, seal: undefined };
      const { number, sealed_at: sealedAt, previous_hash: previousHash } = seal;
      findings.push(...verifySeal(key, seal, previousHash), ...(await verifySealedHeads(tx, key, seal)).filter((each) => each.chain === chain));
      return { findings, seal: { number, sealedAt } };
    });
}
