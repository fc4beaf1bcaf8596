/** How long rows of one kind are kept. */
import type { Tx } from '#platform/db/database.ts';

export interface Retention {
  readonly what: string;
  /** Real time from the row's end; for idempotent answers, from its beginning. */
  readonly keepMs: number;
  forget(tx: Tx, before: Date, limit: number): Promise<number>;
}

export const DAY_MS = 24 * 60 * 60_000;
