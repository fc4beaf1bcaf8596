import type { Database } from '#platform/db/database.ts';

/** Tenant time of this sandbox, or of all, is from now on so much ahead of the real one; 0: no more. As the developer's test clock does, without its limits. */
export async function setClock(database: Pick<Database, 'query'>, milliseconds: number, sandboxId?: string): Promise<void> {
  await database.query('update sandbox set clock_offset_ms = $1 where id = coalesce($2, id)', [milliseconds, sandboxId ?? null]);
}
