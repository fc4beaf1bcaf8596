import type { Database } from '#platform/db/database.ts';

/**
 * Sets the tenant time of this sandbox, or of all, this far ahead of real time; 0 sets it back. It does what the developer's test clock does, without
 * its limits.
 */
export async function setClock(database: Pick<Database, 'query'>, milliseconds: number, sandboxId?: string): Promise<void> {
  await database.query('update sandbox set clock_offset_ms = $1 where id = coalesce($2, id)', [Math.round(milliseconds), sandboxId ?? null]);
}
