/** Which thing the strong authentication of a sign-in stands for: the first that it led to. */
import type { Reader, Tx } from '#platform/db/database.ts';
import type { SessionKey } from './signing-session.ts';

type SignInTables = { signing_sign_in: { bank_session_hash: string; session_id: string; sandbox_id: string } };

/** The first to ask has it; for anything that comes later it does not count. */
export async function useSignIn(tx: Tx, { sessionId, sandboxId }: SessionKey, bankSessionHash: string): Promise<void> {
  await tx
    .withTables<SignInTables>()
    .insertInto('signing_sign_in')
    .values({ bank_session_hash: bankSessionHash, session_id: sessionId, sandbox_id: sandboxId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function ownsSignIn(reader: Reader, { sessionId, sandboxId }: SessionKey): Promise<boolean> {
  const row = await reader
    .withTables<SignInTables>()
    .selectFrom('signing_sign_in')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst();
  return row !== undefined;
}
