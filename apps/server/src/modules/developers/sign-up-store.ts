/** The rows of sign-ups that wait for their link. */
import { VERIFICATION_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface WaitingSignUp {
  readonly email: string;
  readonly passwordHash: string;
}

export async function insertSignUp(tx: Tx, tokenHash: string, { email, passwordHash }: WaitingSignUp): Promise<void> {
  await sql`
    insert into developer_sign_up (token_hash, email, password_hash, expires_at)
    values (${tokenHash}, ${email}, ${passwordHash}, now() + ${VERIFICATION_SECONDS}::integer * interval '1 second')`.execute(tx);
}

/** Once: the row is gone afterwards. */
export async function takeSignUp(tx: Tx, tokenHash: string): Promise<WaitingSignUp | undefined> {
  const { rows } = await sql<{ email: string; password_hash: string; is_alive: boolean }>`
    delete from developer_sign_up where token_hash = ${tokenHash}
    returning email, password_hash, expires_at > now() as is_alive`.execute(tx);
  const [row] = rows;
  return row?.is_alive ? { email: row.email, passwordHash: row.password_hash } : undefined;
}

/** Somebody has proved the address: every other sign-up with it, and its password, is void. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await sql`delete from developer_sign_up where email = ${email}`.execute(tx);
}
