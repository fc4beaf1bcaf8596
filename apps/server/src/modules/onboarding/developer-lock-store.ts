/** A lock for each developer. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * Held until the transaction ends, so that calls of one developer at once, on several servers too, make one first application and never more than
 * allowed. On one server they wait for the developer's turn before, without a connection.
 */
export async function lockDeveloper(tx: Tx, developerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`developer:${developerId}`}, 0))`.execute(tx);
}
