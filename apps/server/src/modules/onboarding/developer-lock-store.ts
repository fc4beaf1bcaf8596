/** One developer at a time. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Two of his browsers at once make one application. Released with the transaction. */
export async function lockDeveloper(tx: Tx, developerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`developer:${developerId}`}, 0))`.execute(tx);
}
