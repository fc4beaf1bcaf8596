/** Runs reads that may be a few seconds old on the replica if possible, else on the primary. */
import type { Engine } from './connection.ts';
import type { Db, ReadStale } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createReplicaAge } from './replica-age.ts';

export interface Replica {
  readonly engine: Engine;
  readonly db: Db;
  /** Default: 5 s. */
  readonly ageMaxMs?: number | undefined;
  readonly onChange: (reason: string | undefined) => void;
}

export interface ReplicaReader {
  readonly readStale: ReadStale;
  close(): Promise<void>;
}

const COMPARE_MS = 1_000;

export function createReplicaReader(primary: { readonly engine: Pick<Engine, 'query'>; readonly db: Db }, replica: Replica): ReplicaReader {
  const { engine, ageMaxMs, onChange } = replica;
  const age = createReplicaAge({ primary: primary.engine, replica: engine, onChange, ...(ageMaxMs === undefined ? {} : { ageMaxMs }) });
  let comparing: Promise<void> | undefined;
  // One comparison at a time, so that requests to a replica without an answer do not accumulate.
  const compare = () => {
    comparing ??= age.compare().finally(() => {
      comparing = undefined;
    });
  };
  const timer = setInterval(compare, COMPARE_MS);
  timer.unref();
  compare();

  return {
    async readStale(read) {
      if (!age.isFresh()) return read(primary.db);
      try {
        return await read(replica.db);
      } catch (error) {
        // The replica also ends a statement when its rows have been removed. After any failure the read runs on the primary.
        if (isDatabaseUnavailable(error)) age.distrust(error instanceof Error ? error.message : String(error));
        return read(primary.db);
      }
    },
    async close() {
      clearInterval(timer);
      await comparing;
      await engine.close();
    },
  };
}
