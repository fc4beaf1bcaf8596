/**
 * Seals the heads of the chains that grew into one top chain. From then on even the end of a chain, or a whole chain, cannot
 * vanish unseen. It runs apart from the acts, so that signatures never queue behind one row.
 */
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { genesisHash, headsDigest, sealHash } from './audit-hash.ts';
import { insertSeal, lockTopChain, readLastSeal, readNow, takeUnsealedHeads } from './audit-store.ts';

const SEAL_QUEUE = 'audit.seal';
export const TOP_CHAIN = 'audit:top';
const HEADS_PER_SEAL_MAX = 1_000;
const SEAL_INTERVAL_MS = 60_000;

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

export interface SealJobDeps {
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly seal: (tx: Tx) => Promise<unknown>;
}

/** Declares the job; call before `jobs.start`, and {@link startSealing} after it. */
export function defineSealJob(deps: SealJobDeps): void {
  deps.jobs.define(SEAL_QUEUE, async () => {
    // First, so that sealing goes on even when this run fails for good.
    await startSealing(deps);
    while ((await deps.write(({ tx }) => deps.seal(tx))) !== undefined) {
      // Each pass is its own short transaction.
    }
  });
}

/** Sends the job of the next minute. Every process does so at its start; the minute is the key, so there is one job all the same. */
export async function startSealing({ jobs, write, clock }: Pick<SealJobDeps, 'jobs' | 'write' | 'clock'>): Promise<void> {
  await write(async ({ tx }) => {
    const slot = Math.floor((await clock.realNow(tx)).getTime() / SEAL_INTERVAL_MS) + 1;
    await jobs.send(tx, SEAL_QUEUE, {}, { startAfter: new Date(slot * SEAL_INTERVAL_MS), singletonKey: `minute:${slot}` });
  });
}
