/**
 * The embedded engine has no background workers: nobody takes away what updates and deletes leave behind, counts the rows for the
 * planner, or writes checkpoints, without which its log grows without end and a start after a crash reads all of it. PostgreSQL does
 * the three by itself (autovacuum, checkpointer).
 */
import type { Database } from './database.ts';

/** Thresholds of PostgreSQL's own autovacuum: 50 rows and a fifth of the table; for its statistics a tenth. */
const WORN_TABLES = `
  select relid::regclass::text as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by 1`;

/**
 * Whether a start after a crash would have more than 64 MB to read again, which takes about a second: PostgreSQL's `max_wal_size`, for a
 * bank of the size that is embedded.
 */
const LONG_LOG = `
  select 1 from pg_control_checkpoint()
  where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > pg_size_bytes('64 MB')`;

type Query = Database['query'];

/** One statement after the other, so that requests get their turn between two. Answers which; on PostgreSQL always none. */
export async function tendEmbedded({ engine, query }: Pick<Database, 'engine' | 'query'>): Promise<readonly string[]> {
  if (engine !== 'pglite') return [];
  const done: string[] = [];
  const run = async (statement: string) => {
    await query(statement);
    done.push(statement);
  };
  // The name comes quoted from the catalogue where it needs quotes.
  for (const table of await readWornTables(query)) await run(`vacuum (analyze) ${table}`);
  const { rows } = await query(LONG_LOG);
  if (rows.length > 0) await run('checkpoint');
  return done;
}

async function readWornTables(query: Query): Promise<readonly string[]> {
  // Otherwise the counts are up to a second old.
  await query('select pg_stat_force_next_flush()');
  const { rows } = await query(WORN_TABLES);
  return rows.flatMap((row) => (typeof row === 'object' && row !== null && 'name' in row ? [String(row.name)] : []));
}
