/**
 * Determines the maximum age of a replica. Once a second the primary returns its position in the WAL. When the replica has replayed that position,
 * its age is the time since that question. No clock of another machine is used, and an idle primary does not make a replica look old.
 */
import { type Position, readReplayed, readWritten } from './replica-position-store.ts';

type Query = (text: string) => Promise<{ rows: unknown[] }>;

export interface ReplicaAgeDeps {
  readonly primary: { readonly query: Query };
  readonly replica: { readonly query: Query };
  readonly ageMaxMs?: number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  readonly elapsed?: () => number;
  /** Called once with the reason when the replica is no longer used, and once when it is used again. */
  readonly onChange?: (reason: string | undefined) => void;
}

export interface ReplicaAge {
  /** True if the replica is within its maximum age, as far as known. */
  isFresh(): boolean;
  /** Stops using the replica until the next comparison. */
  distrust(reason: string): void;
  /** Never rejects. */
  compare(): Promise<void>;
}

const AGE_MAX_MS = 5_000;
/** Older marks have no use. */
const MARKS_MAX = 10;

export function createReplicaAge({
  primary,
  replica,
  ageMaxMs = AGE_MAX_MS,
  elapsed = () => performance.now(),
  onChange,
}: ReplicaAgeDeps): ReplicaAge {
  /** Positions of the primary, and the time of each question. */
  let marks: { readonly bytes: number; readonly at: number }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let wasFresh: boolean | undefined;
  const isFresh = () => elapsed() - freshAt <= ageMaxMs;

  function distrust(reason: string): void {
    freshAt = Number.NEGATIVE_INFINITY;
    marks = [];
    tell(reason);
  }

  function tell(reason: string | undefined): void {
    const isNow = isFresh();
    if (isNow === wasFresh) return;
    wasFresh = isNow;
    onChange?.(isNow ? undefined : reason);
  }

  return {
    isFresh,
    distrust,
    async compare() {
      try {
        const at = elapsed();
        const written = await readWritten(primary.query);
        marks = [...marks, { bytes: written.bytes, at }].slice(-MARKS_MAX);
        const replayed = await readReplayed(replica.query);
        const why = whyNever(written, replayed);
        if (why !== undefined) return distrust(why);
        freshAt = Math.max(freshAt, ...marks.filter(({ bytes }) => bytes <= replayed.bytes).map((mark) => mark.at));
        tell(`it is more than ${ageMaxMs} ms behind`);
      } catch (error) {
        distrust(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function whyNever(written: Position, replayed: Position): string | undefined {
  if (replayed.identity !== written.identity) return 'it is a replica of another database';
  return replayed.isReplica ? undefined : 'it is no replica (any more)';
}
