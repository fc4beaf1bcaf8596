/** The interface of both database engines to Kysely's PostgreSQL dialect and to the migration runner. */
import type { PostgresPool } from 'kysely';

export interface Engine {
  readonly pool: PostgresPool;
  /** Runs several statements without parameters in one round trip. */
  script(text: string): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/**
 * The number of PostgreSQL connections of one server, unless its settings give another. Further requests queue in the server, in the order in which
 * they began. In the database they would all run at once and slow each other down (decision 0056).
 */
export const DATABASE_CONNECTIONS = 12;

/**
 * Begins the text of a statement whose result no caller reads. In a transaction on PostgreSQL it is sent together with the next statement, at the
 * latest the commit. If it fails, that statement fails too.
 */
export const UNAWAITED = '/* unawaited */';

/**
 * Reads a PostgreSQL `bigint` as a number. Cents and milliseconds stay below 2^53; a larger value is a bug, so it is an error instead of being
 * rounded.
 */
export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is no safe integer.`);
  return value;
}
