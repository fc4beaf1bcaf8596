/** A lock for each developer. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Held until the transaction ends, so that calls of one developer at once make one first application, and never more than allowed. */
export async function lockDeveloper(tx: Tx, developerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`developer:${developerId}`}, 0))`.execute(tx);
}
