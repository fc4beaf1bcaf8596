/** What subscribers were told, and how far each mail has been written. All times are real. */
import type { SubscriptionTopic } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Announcement, Told } from './find-announcements.ts';

export interface OpenAnnouncement extends Pick<Told, 'item' | 'number'> {
  readonly topic: SubscriptionTopic;
  readonly subject: string;
  readonly text: string;
}

interface Receiver {
  readonly subscriptionId: string;
  readonly email: string;
}

/** A number that no other advisory lock uses. */
const LOCK = 7_033_057;
/** Of no incident, maintenance window or change: its row says that the first run was. */
const FIRST = { item: 'first', number: 0, version: '', topic: 'incidents' } as const;

/** Serialises the searches of all servers, so that none acts on an old reading. */
export async function lockAnnouncements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** True once for a database. */
export async function isFirstRun(tx: Tx): Promise<boolean> {
  return (await insertAnnouncements(tx, [FIRST])) === 1;
}

export async function listTold(tx: Tx, items: readonly string[]): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`select item, number, version from announcement where item = any(${[...items]}::text[])`.execute(tx);
  return rows;
}

/** One without a mail counts as told. @returns how many were new. */
export async function insertAnnouncements(tx: Tx, announcements: readonly Announcement[]): Promise<number> {
  let count = 0;
  for (const { item, number, version, topic, mail } of announcements) {
    const { numAffectedRows = 0n } = await sql`
      insert into announcement (item, number, version, topic, subject, text, told_at, is_done)
      values (${item}, ${number}, ${version}, ${topic}, ${mail?.subject ?? null}, ${mail?.text ?? null}, now(), ${mail === undefined})
      on conflict do nothing`.execute(tx);
    count += Number(numAffectedRows);
  }
  return count;
}

/** The oldest one whose mails are not all written, locked until the transaction ends; one that another server has locked is passed over. */
export async function takeOpenAnnouncement(tx: Tx): Promise<OpenAnnouncement | undefined> {
  const { rows } = await sql<OpenAnnouncement>`
    select item, number, topic, subject, text from announcement where not is_done order by told_at, item, number limit 1 for update skip locked`.execute(
    tx,
  );
  return rows[0];
}

/** The next subscriptions, in the order of their ids: of the topic, and confirmed before the announcement. */
export async function listReceivers(tx: Tx, { item, number }: Pick<Told, 'item' | 'number'>, limit: number): Promise<readonly Receiver[]> {
  const { rows } = await sql<Receiver>`
    select subscription_id as "subscriptionId", email
    from announcement join subscription
      on confirmed_at <= told_at and topic = any(topics) and subscription_id > told_until
    where item = ${item} and number = ${number}
    order by subscription_id limit ${limit}`.execute(tx);
  return rows;
}

/** @param lastId the last subscription whose mail is written; undefined: all are. */
export async function writeProgress(tx: Tx, { item, number }: Pick<Told, 'item' | 'number'>, lastId: string | undefined): Promise<void> {
  await sql`
    update announcement set told_until = coalesce(${lastId ?? null}::text, told_until), is_done = ${lastId === undefined}
    where item = ${item} and number = ${number}`.execute(tx);
}
