/**
 * The embedded engine has no background workers: nobody takes away what updates and deletes leave behind, or counts the rows for the
 * planner. PostgreSQL does both by itself (autovacuum).
 */
import type { Database } from './database.ts';

/** Thresholds of PostgreSQL's own autovacuum: 50 rows and a fifth of the table; for its statistics a tenth. */
const WORN_TABLES = `
  select relid::regclass::text as "table" from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by 1`;

/** One table after the other, so that requests get their turn between two. Answers which; on PostgreSQL always none. */
export async function vacuumEmbedded({ engine, query }: Pick<Database, 'engine' | 'query'>): Promise<readonly string[]> {
  if (engine !== 'pglite') return [];
  // Otherwise the counts are up to a second old.
  await query('select pg_stat_force_next_flush()');
  const { rows } = await query(WORN_TABLES);
  const tables = rows.flatMap((row) => (typeof row === 'object' && row !== null && 'table' in row ? [String(row.table)] : []));
  // The name comes quoted from the catalogue where it needs quotes.
  for (const table of tables) await query(`vacuum (analyze) ${table}`);
  return tables;
}
