/** The rows of subscriptions: one for each address. All times are real. */
import { SUBSCRIPTION_CONFIRMATION_SECONDS, type SubscriptionTopic } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

export interface StoredSubscription {
  readonly subscriptionId: string;
  readonly email: string;
  /** Empty until the address is confirmed. */
  readonly topics: readonly SubscriptionTopic[];
  readonly isConfirmed: boolean;
}

const columns = sql`subscription_id as "subscriptionId", email, topics, confirmed_at is not null as "isConfirmed"`;
/** Confirmed, or still waiting for its confirmation. */
const isAlive = sql`(subscription.confirmed_at is not null
  or subscription.created_at > now() - ${SUBSCRIPTION_CONFIRMATION_SECONDS}::integer * interval '1 second')`;

/**
 * Creates the unconfirmed subscription of an address, or returns the present one. One that waits for its confirmation then waits for another day.
 * One that was not confirmed in time gets the new id, so that links to it stay without effect.
 */
export async function keepSubscription(tx: Tx, subscriptionId: string, email: string): Promise<StoredSubscription> {
  const { rows } = await sql<StoredSubscription>`
    insert into subscription (subscription_id, email, topics, created_at) values (${subscriptionId}, ${email}, '{}', now())
    on conflict (email) do update set
      subscription_id = case when ${isAlive} then subscription.subscription_id else excluded.subscription_id end,
      created_at = case when subscription.confirmed_at is null then excluded.created_at else subscription.created_at end
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('A subscription was not stored.');
  return row;
}

export async function findSubscription(reader: Reader, subscriptionId: string): Promise<StoredSubscription | undefined> {
  const { rows } = await sql<StoredSubscription>`
    select ${columns} from subscription where subscription_id = ${subscriptionId} and ${isAlive}`.execute(reader);
  return rows[0];
}

/** Confirms with these topics; a confirmed one keeps its topics. Undefined: there is none, or its time is over. */
export async function confirmSubscription(
  tx: Tx,
  subscriptionId: string,
  topics: readonly SubscriptionTopic[],
): Promise<StoredSubscription | undefined> {
  const { rows } = await sql<StoredSubscription>`
    update subscription set
      topics = case when confirmed_at is null then ${[...topics]}::text[] else topics end,
      confirmed_at = coalesce(confirmed_at, now())
    where subscription_id = ${subscriptionId} and ${isAlive} returning ${columns}`.execute(tx);
  return rows[0];
}

/** Undefined: there is none, or it is not confirmed. */
export async function changeSubscription(
  tx: Tx,
  subscriptionId: string,
  topics: readonly SubscriptionTopic[],
): Promise<StoredSubscription | undefined> {
  const { rows } = await sql<StoredSubscription>`
    update subscription set topics = ${[...topics]}::text[]
    where subscription_id = ${subscriptionId} and confirmed_at is not null returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await sql`delete from subscription where subscription_id = ${subscriptionId}`.execute(tx);
}

/** Deletes subscriptions whose time for a confirmation was over before this time. @returns their number, at most `limit`. */
export async function forgetUnconfirmed(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select subscription_id from subscription where confirmed_at is null and created_at <= ${before}::timestamptz limit ${limit} for update skip locked
    )
    delete from subscription where subscription_id in (select subscription_id from old)`.execute(tx);
  return Number(numAffectedRows);
}
