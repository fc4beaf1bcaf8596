/** What both engines give Kysely's PostgreSQL dialect and the migration runner. */
import type { PostgresPool } from 'kysely';

export interface Engine {
  readonly pool: PostgresPool;
  /** Several statements without parameters, in one round trip. */
  script(text: string): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/**
 * So many to PostgreSQL at once from one server, unless its settings say otherwise: what is under way beyond that waits here, where whoever came
 * first goes first, and not in the database, where all get slower alike (decision 0056).
 */
export const DATABASE_CONNECTIONS = 12;

/**
 * Begins the text of a statement whose answer nobody reads. In a transaction on PostgreSQL it is not waited for alone: what follows is
 * sent with it, at the latest the commit, and fails where it has failed.
 */
export const UNAWAITED = '/* unawaited */';

/** PostgreSQL `bigint` as a number: cents and milliseconds stay below 2^53; anything above is a bug, not a rounding. */
export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is no safe integer.`);
  return value;
}
