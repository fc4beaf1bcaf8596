/** The rows of pending sign-ups. */
import { VERIFICATION_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

export interface WaitingSignUp {
  readonly email: string;
  readonly passwordHash: string;
  /** Hash of the browser that signed up; undefined: unknown. */
  readonly browserHash: string | undefined;
}

export async function insertSignUp(tx: Tx, tokenHash: string, { email, passwordHash, browserHash }: WaitingSignUp): Promise<void> {
  await sql`
    insert into developer_sign_up (token_hash, email, password_hash, browser_hash, expires_at)
    values (${tokenHash}, ${email}, ${passwordHash}, ${browserHash ?? null}, now() + ${VERIFICATION_SECONDS}::integer * interval '1 second')`.execute(
    tx,
  );
}

export async function findSignUp(reader: Reader, tokenHash: string): Promise<WaitingSignUp | undefined> {
  const { rows } = await sql<{ email: string; password_hash: string; browser_hash: string | null }>`
    select email, password_hash, browser_hash from developer_sign_up where token_hash = ${tokenHash} and expires_at > now()`.execute(reader);
  const [row] = rows;
  return row && { email: row.email, passwordHash: row.password_hash, browserHash: row.browser_hash ?? undefined };
}

/** @returns true once, because the row is deleted. */
export async function takeSignUp(tx: Tx, tokenHash: string): Promise<boolean> {
  const { rows } = await sql`delete from developer_sign_up where token_hash = ${tokenHash} and expires_at > now() returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes all sign-ups with an address that was verified, so that their passwords become invalid. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await sql`delete from developer_sign_up where email = ${email}`.execute(tx);
}
