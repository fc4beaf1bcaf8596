/** Reads how much of their range the database's sequences have used. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Returns the used part of the fullest sequence's range, 0 to 1. A cyclic sequence is not counted. */
export async function readFullestSequence(db: Db): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(max(last_value::float8 / max_value::float8), 0)::float8 as used from pg_sequences
    where schemaname = any(current_schemas(false)) and not cycle and last_value is not null`.execute(db);
  return rows[0]?.used ?? 0;
}
