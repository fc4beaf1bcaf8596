/** Where the two databases stand in the log of writes, as bytes from its beginning, and whose they are. */

type Query = (text: string) => Promise<{ rows: unknown[] }>;

export interface Position {
  /** Of the cluster and its database: a replica has the primary's. */
  readonly identity: string;
  readonly bytes: number;
  readonly isReplica: boolean;
}

const PERMISSION_DENIED = '42501';
const IDENTITY = `(select system_identifier::text from pg_control_system()) || '/' || current_database() as identity`;

/** Identifies the cluster and the database that a connection reaches, under any address. Undefined where the role may not read it. */
export async function readIdentity(query: Query): Promise<string | undefined> {
  try {
    const identity: unknown = Object((await query(`select ${IDENTITY}`)).rows[0]).identity;
    return typeof identity === 'string' ? identity : undefined;
  } catch (error) {
    if (Object(error).code === PERMISSION_DENIED) return undefined;
    throw error;
  }
}

/** Whatever was committed and answered before this is asked lies before it. */
export async function readWritten(query: Query): Promise<Position> {
  return only(await query(`select ${IDENTITY}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes, false as "isReplica"`));
}

/** Whatever lies before it is seen by who asks afterwards. */
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
