/**
 * How old a replica is at most. Once a second the primary says how far its log of writes reaches; when the replica has replayed that far, it
 * is as old as the question. No clock of another machine is asked, and a primary that writes nothing makes no replica look old.
 */
import { type Position, readReplayed, readWritten } from './replica-position-store.ts';

type Query = (text: string) => Promise<{ rows: unknown[] }>;

export interface ReplicaAgeDeps {
  readonly primary: { readonly query: Query };
  readonly replica: { readonly query: Query };
  readonly ageMaxMs?: number;
  /** Milliseconds from anywhere. Default: `performance.now`. */
  readonly elapsed?: () => number;
  /** Told once when the replica is not asked any more, with the reason, and once when it is again. */
  readonly onChange?: (reason: string | undefined) => void;
}

export interface ReplicaAge {
  /** It is no older than it may be, as far as it is known. */
  isFresh(): boolean;
  /** Not asked again before it has been compared. */
  distrust(reason: string): void;
  /** Never rejects. */
  compare(): Promise<void>;
}

const AGE_MAX_MS = 5_000;
/** Older marks say nothing that is still of use. */
const MARKS_MAX = 10;

export function createReplicaAge({
  primary,
  replica,
  ageMaxMs = AGE_MAX_MS,
  elapsed = () => performance.now(),
  onChange,
}: ReplicaAgeDeps): ReplicaAge {
  /** How far the primary had written, and when it was asked. */
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
