/** Keeps the results of examinations for a minute: revocation and chain cost much more than the call that they protect. */

const KEPT_MS = 60_000;
const KEPT_MAX = 1_000;

interface Kept<Value> {
  readonly thumbprint: string;
  readonly value: Promise<Value>;
  readonly until: number;
}

export interface VerdictCache<Value> {
  /** Returns the kept result of a key, or computes it. Calls at once share one computation. A computation that fails is not kept. */
  read(key: string, thumbprint: string, compute: () => Promise<Value>): Promise<Value>;
  /** Forgets every result of a certificate. */
  forget(thumbprint: string): void;
}

/** @param now milliseconds of a clock that never goes back. */
export function createVerdictCache<Value>(now: () => number): VerdictCache<Value> {
  const kept = new Map<string, Kept<Value>>();
  return {
    read(key, thumbprint, compute) {
      const known = kept.get(key);
      if (known !== undefined && now() < known.until) return known.value;
      const value = compute();
      const made = { thumbprint, value, until: now() + KEPT_MS };
      kept.delete(key);
      kept.set(key, made);
      // The oldest is first.
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break;
        kept.delete(oldest);
      }
      value.catch(() => {
        if (kept.get(key) === made) kept.delete(key);
      });
      return value;
    },
    forget(thumbprint) {
      for (const [key, each] of kept) if (each.thumbprint === thumbprint) kept.delete(key);
    },
  };
}
