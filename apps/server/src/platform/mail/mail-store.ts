/** Takes over the mails of an older version, which has its own queue in the table `mail` and may run during an update. */
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export interface QueuedMail {
  readonly mailId: string;
  /** Receiver, subject, text and the address to unsubscribe, encrypted for this id. */
  readonly sealed: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Deletes and returns the due mails. A mail that a server of the older version is sending is not due. */
export async function takeMailsOfOlderVersion(tx: Tx): Promise<readonly QueuedMail[]> {
  const { rows } = await sql<{ mail_id: string; sealed: string; created_at: Date; expires_at: Date }>`
    delete from mail where next_try_at <= now() returning mail_id, sealed, created_at, expires_at`.execute(tx);
  return rows.map((row) => ({
    mailId: row.mail_id,
    sealed: row.sealed,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}
