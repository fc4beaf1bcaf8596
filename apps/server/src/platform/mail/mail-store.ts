/** The rows of queued mails. */
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

type MailTables = {
  mail: { mail_id: string; sealed: string; tries: number; next_try_at: Date; created_at: Date; expires_at: Date };
};

export interface WaitingMail {
  readonly mailId: string;
  readonly sealed: string;
  /** Number of attempts, including the present one. */
  readonly tries: number;
  readonly createdAt: Date;
  readonly isExpired: boolean;
}

export async function insertMail(tx: Tx, mail: { mailId: string; sealed: string; expiresAfterSeconds: number }): Promise<void> {
  await sql`
    insert into mail (mail_id, sealed, expires_at)
    values (${mail.mailId}, ${mail.sealed}, now() + ${mail.expiresAfterSeconds}::integer * interval '1 second')`.execute(tx);
}

/** Claims the oldest due mail; no other server gets it for `leaseSeconds`. */
export async function claimMail(db: Db, leaseSeconds: number): Promise<WaitingMail | undefined> {
  const { rows } = await sql<{ mail_id: string; sealed: string; tries: number; created_at: Date; is_expired: boolean }>`
    with next as materialized (
      select mail_id from mail where next_try_at <= now() order by next_try_at, mail_id limit 1 for update skip locked
    )
    update mail set tries = tries + 1, next_try_at = now() + ${leaseSeconds}::integer * interval '1 second'
    from next where mail.mail_id = next.mail_id
    returning mail.mail_id, sealed, tries, created_at, expires_at <= now() as is_expired`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { mailId: row.mail_id, sealed: row.sealed, tries: row.tries, createdAt: row.created_at, isExpired: row.is_expired };
}

export async function delayMail(db: Db, mailId: string, seconds: number): Promise<void> {
  await sql`update mail set next_try_at = now() + ${seconds}::integer * interval '1 second' where mail_id = ${mailId}`.execute(db);
}

/** For a mail that was sent or given up. */
export async function deleteMail(db: Db, mailId: string): Promise<void> {
  await db.withTables<MailTables>().deleteFrom('mail').where('mail_id', '=', mailId).execute();
}

/** All queued mails, oldest first. */
export async function listMails(db: Db): Promise<readonly { mailId: string; sealed: string; createdAt: Date; expiresAt: Date }[]> {
  const rows = await db.withTables<MailTables>().selectFrom('mail').selectAll().orderBy('created_at').execute();
  return rows.map((row) => ({ mailId: row.mail_id, sealed: row.sealed, createdAt: row.created_at, expiresAt: row.expires_at }));
}

/** Number of queued mails, and the age of the oldest; 0 where there is none. */
export async function readMailBacklog(db: Db): Promise<{ readonly waiting: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from mail`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}
