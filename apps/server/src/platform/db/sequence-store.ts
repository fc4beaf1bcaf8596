/** How far the sequences of the database have come. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Part of its values that the fullest sequence has given out, 0 to 1. A sequence that begins again at its end never ends. */
export async function readFullestSequence(db: Db): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(max(last_value::float8 / max_value::float8), 0)::float8 as used from pg_sequences
    where schemaname = any(current_schemas(false)) and not cycle and last_value is not null`.execute(db);
  return rows[0]?.used ?? 0;
}
