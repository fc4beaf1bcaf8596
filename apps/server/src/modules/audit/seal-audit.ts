/**
 * Seals the heads of chains that grew into one top chain. After that even the removal of a chain's end, or of a whole chain, is detected. Sealing
 * is
 * a separate job, so that signatures never wait for one row.
 */
import type { Logger } from 'pino';
import type { Tx } from '#platform/db/database.ts';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { genesisHash, headsDigest, sealHash } from './audit-hash.ts';
import { insertSeal, lockTopChain, readLastSeal, readNow, takeUnsealedHeads } from './audit-store.ts';
import { sealNote } from './seal-note.ts';

const SEAL_QUEUE = 'audit.seal';
export const TOP_CHAIN = 'audit:top';
const HEADS_PER_SEAL_MAX = 1_000;
const SEAL_INTERVAL_MS = 60_000;

export interface Seal {
  readonly number: number;
  readonly hash: string;
  /** Number of sealed chains. */
  readonly chains: number;
}

/** Undefined when no chain grew. */
export async function sealAudit(keyAudit: Buffer, tx: Tx): Promise<Seal | undefined> {
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
  return { number, hash, chains: heads.length };
}

/** Declares the job. Call before `jobs.start`, and start the returned job after it. */
export function defineSealJob(
  platform: Pick<Platform, 'jobs' | 'write' | 'clock'> & { readonly log: Pick<Logger, 'info'> },
  sealNext: (tx: Tx) => Promise<Seal | undefined>,
): RecurringJob {
  return defineRecurringJob(platform, {
    queue: SEAL_QUEUE,
    everyMs: SEAL_INTERVAL_MS,
    async run() {
      // Each pass is a separate short transaction. The job ends with the first pass that is not full. Chains that grow later are sealed in the next
      // run;
      // otherwise the job would never end while customers sign.
      let chains = HEADS_PER_SEAL_MAX;
      while (chains === HEADS_PER_SEAL_MAX) {
        const seal = await platform.write(({ tx }) => sealNext(tx));
        // The database's owner can remove entries together with all later seals, but not the log lines that have left the database.
        if (seal !== undefined) platform.log.info({ seal: sealNote(seal), chains: seal.chains }, 'audit sealed');
        chains = seal?.chains ?? 0;
      }
    },
  });
}
