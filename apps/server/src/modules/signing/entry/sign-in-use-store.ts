/** The one resource that the strong authentication of a sign-in also signs: the first one entered after it. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { SessionKey } from '../session/signing-session.ts';

type SignInTables = { signing_sign_in: { bank_session_hash: string; session_id: string; sandbox_id: string } };

/** Records the first resource; later ones cannot use the sign-in. */
export async function useSignIn(tx: Tx, { authorisationId, sandboxId }: SessionKey, bankSessionHash: string): Promise<void> {
  await tx
    .withTables<SignInTables>()
    .insertInto('signing_sign_in')
    .values({ bank_session_hash: bankSessionHash, session_id: authorisationId, sandbox_id: sandboxId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function ownsSignIn(reader: Reader, { authorisationId, sandboxId }: SessionKey): Promise<boolean> {
  const row = await reader
    .withTables<SignInTables>()
    .selectFrom('signing_sign_in')
    .select('session_id')
    .where('session_id', '=', authorisationId)
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes rows of sign-ins before `before`; their bank sessions must have ended by then. Returns the number, at most `limit`. */
export async function forgetOldSignInUse(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select bank_session_hash from signing_sign_in where used_at <= ${before}::timestamptz order by used_at limit ${limit} for update skip locked
    )
    delete from signing_sign_in using old where signing_sign_in.bank_session_hash = old.bank_session_hash`.execute(tx);
  return Number(numAffectedRows);
}
