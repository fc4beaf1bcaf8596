/**
 * Seals the heads of the chains that grew into one top chain. From then on even the end of a chain, or a whole chain, cannot
 * vanish unseen. It runs apart from the acts, so that signatures never queue behind one row.
 */
import type { Tx } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { genesisHash, headsDigest, sealHash } from './audit-hash.ts';
import { insertSeal, lockTopChain, readLastSeal, readNow, takeUnsealedHeads } from './audit-store.ts';

export const SEAL_QUEUE = 'audit.seal';
export const TOP_CHAIN = 'audit:top';
const HEADS_PER_SEAL_MAX = 1_000;

/** Number of the new seal and of the chains in it; undefined when no chain grew. */
export async function sealAudit(keyAudit: Buffer, tx: Tx): Promise<{ number: number; chains: number } | undefined> {
  await lockTopChain(tx);
  const heads = await takeUnsealedHeads(tx, HEADS_PER_SEAL_MAX);
  if (heads.length === 0) return undefined;
  const last = await readLastSeal(tx);
  const number = (last?.number ?? 0) + 1;
  const previousHash = last?.hash ?? genesisHash(keyAudit, TOP_CHAIN);
  const digest = headsDigest(keyAudit, heads);
  const sealedAt = await readNow(tx);
  const hash = sealHash(keyAudit, { number, headsDigest: digest, previousHash, sealedAt });
  await insertSeal(tx, { number, heads_digest: digest, previous_hash: previousHash, hash, sealed_at: sealedAt }, heads);
  return { number, chains: heads.length };
}

/** Declares the job; call before `jobs.start`. One run seals until no grown chain is left. */
export function defineSealJob(deps: { jobs: Jobs; write: RunWrite; seal: (tx: Tx) => Promise<unknown> }): void {
  deps.jobs.define(SEAL_QUEUE, async () => {
    while ((await deps.write(({ tx }) => deps.seal(tx))) !== undefined) {
      // Each pass is its own short transaction.
    }
  });
}
