/**
 * Reads the positions of the primary and of the replica in the write-ahead log (WAL), as bytes from its beginning, and the identity of each database.
 */

type Query = (text: string) => Promise<{ rows: unknown[] }>;

export interface Position {
  /** The cluster and its database. A replica has the same identity as its primary. */
  readonly identity: string;
  readonly bytes: number;
  readonly isReplica: boolean;
}

const PERMISSION_DENIED = '42501';
const IDENTITY = `(select system_identifier::text from pg_control_system()) || '/' || current_database() as identity`;

/** Identifies the cluster and the database of a connection, independent of its address. Returns undefined where the role may not read it. */
export async function readIdentity(query: Query): Promise<string | undefined> {
  try {
    const identity: unknown = Object((await query(`select ${IDENTITY}`)).rows[0]).identity;
    return typeof identity === 'string' ? identity : undefined;
  } catch (error) {
    if (Object(error).code === PERMISSION_DENIED) return undefined;
    throw error;
  }
}

/** Returns the position in the WAL of the primary. Every transaction that was committed before this call lies before it. */
export async function readWritten(query: Query): Promise<Position> {
  return only(await query(`select ${IDENTITY}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes, false as "isReplica"`));
}

/** Returns the position that the replica has replayed. A query on the replica after this call sees every transaction before it. */
export async function readReplayed(query: Query): Promise<Position> {
  return only(
    await query(
      `select ${IDENTITY}, coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as bytes, pg_is_in_recovery() as "isReplica"`,
    ),
  );
}

function only({ rows: [row] }: { rows: unknown[] }): Position {
  const { identity, bytes, isReplica } = Object(row);
  if (typeof identity === 'string' && typeof bytes === 'number' && typeof isReplica === 'boolean') return { identity, bytes, isReplica };
  throw new Error('The database did not say where it stands.');
}
