/**
 * Maintains the embedded engine, which has no background workers. Without this, dead rows stay, the planner has no statistics, and no checkpoint is
 * written: the WAL would grow, and a start after a crash would replay all of it. PostgreSQL does this automatically (autovacuum, checkpointer).
 */
import type { Database } from './database.ts';

/** Thresholds of PostgreSQL's autovacuum: 50 rows and a fifth of the table; for statistics a tenth. */
const WORN_TABLES = `
  select relid::regclass::text as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by 1`;

/**
 * True if a start after a crash would replay more than 64 MB of WAL, which takes about a second. It is PostgreSQL's `max_wal_size`, for a bank of
 * embedded size.
 */
const LONG_LOG = `
  select 1 from pg_control_checkpoint()
  where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > pg_size_bytes('64 MB')`;

type Query = Database['query'];

/** Runs one statement after the other, so that requests can run in between. Returns the statements; none on PostgreSQL. */
export async function tendEmbedded({ engine, query }: Pick<Database, 'engine' | 'query'>): Promise<readonly string[]> {
  if (engine !== 'pglite') return [];
  const done: string[] = [];
  const run = async (statement: string) => {
    await query(statement);
    done.push(statement);
  };
  // PostgreSQL's catalogue returns the name with quotes where it needs them.
  for (const table of await readWornTables(query)) await run(`vacuum (analyze) ${table}`);
  const { rows } = await query(LONG_LOG);
  if (rows.length > 0) await run('checkpoint');
  return done;
}

async function readWornTables(query: Query): Promise<readonly string[]> {
  // Without this call the counts can be a second old.
  await query('select pg_stat_force_next_flush()');
  const { rows } = await query(WORN_TABLES);
  return rows.flatMap((row) => (typeof row === 'object' && row !== null && 'name' in row ? [String(row.name)] : []));
}
