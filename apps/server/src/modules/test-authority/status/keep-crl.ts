/** Keeps the last list of each authority until a revocation changes it, because every caller may ask for it. */
import type { CertificateUse } from '@portico/contract/values';

/** A list is valid for a day; after this time it is made again. */
const KEPT_MS = 60 * 60_000;

interface Kept {
  readonly version: string;
  readonly until: number;
  readonly list: Promise<Buffer>;
}

/**
 * @param make makes the present list
 * @returns a function that returns the list. `version` changes with every revocation; calls at once share one list.
 */
export function createKeptCrl(make: (use: CertificateUse, now: Date) => Promise<Buffer>) {
  const kept = new Map<CertificateUse, Kept>();
  return (use: CertificateUse, version: string, now: Date): Promise<Buffer> => {
    const known = kept.get(use);
    if (known?.version === version && now.getTime() < known.until) return known.list;
    const made = { version, until: now.getTime() + KEPT_MS, list: make(use, now) };
    kept.set(use, made);
    made.list.catch(() => {
      if (kept.get(use) === made) kept.delete(use);
    });
    return made.list;
  };
}
