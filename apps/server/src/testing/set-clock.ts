import type { Database } from '#platform/db/database.ts';
import { msPastMidnight } from './bank-day.ts';

/** Tenant time of this sandbox, or of all, is from now on so much ahead of the real one; 0: no more. As the developer's test clock does, without its limits. */
export async function setClock(database: Pick<Database, 'query'>, milliseconds: number, sandboxId?: string): Promise<void> {
  await database.query('update sandbox set clock_offset_ms = $1 where id = coalesce($2, id)', [milliseconds, sandboxId ?? null]);
}

/** For every sandbox of this database, those that are made later too: see {@link msPastMidnight}. */
export async function avoidMidnight(database: Pick<Database, 'query'>): Promise<void> {
  const ahead = msPastMidnight();
  if (ahead === 0) return;
  await setClock(database, ahead);
  await database.query(`alter table sandbox alter column clock_offset_ms set default ${ahead}`);
}
