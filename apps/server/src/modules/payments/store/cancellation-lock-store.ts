/** Cancellations of one payment take turns. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Held until the transaction ends, and taken before the signing sessions, which a signature locks before the payment. */
export async function lockCancelling(tx: Tx, paymentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cancel:${paymentId}`}, 0))`.execute(tx);
}
