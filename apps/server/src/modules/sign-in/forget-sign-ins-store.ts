/**
 * Deletes old sign-ins and bank sessions, in small batches and in all sandboxes. Rows that another server has locked are skipped. Real time: a
 * sign-in expires at most minutes after its end and after the start of its bank session.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Deletes sessions whose sign-in expired before `before`; their cookies must have expired by then. Returns the number, at most `limit`. */
export async function forgetOldBankSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select session_hash from bank_session join sign_in using (sign_in_id)
      where sign_in.expires_at <= ${before}::timestamptz
      order by sign_in.expires_at limit ${limit} for update of bank_session skip locked
    )
    delete from bank_session using old where bank_session.session_hash = old.session_hash`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes sign-ins that expired before `before`, except those with a bank session. Returns the number, at most `limit`. */
export async function forgetOldSignIns(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select sign_in_id from sign_in
      where expires_at <= ${before}::timestamptz
        and not exists (select from bank_session where bank_session.sign_in_id = sign_in.sign_in_id)
      order by expires_at limit ${limit} for update skip locked
    )
    delete from sign_in using old where sign_in.sign_in_id = old.sign_in_id`.execute(tx);
  return Number(numAffectedRows);
}

/** Condition on a row of `challenge`: a sign-in refers to it. */
export function challengeNeededBySignIn(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from sign_in where sign_in.challenge_id = challenge.challenge_id)`;
}
