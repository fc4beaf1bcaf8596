/** The rows of deliveries and attempts as a developer sees those of their application. Real time. */
import type { DeliveriesQuery } from '@portico/contract';
import type { DeliveryState } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Delivery } from './delivery-store.ts';

/** The primary key of a delivery. */
export type DeliveryKey = Pick<Delivery, 'resourceId' | 'endpointId' | 'sequence'>;

export interface LoggedDelivery extends Delivery {
  readonly state: DeliveryState;
  readonly outcome: string | null;
  readonly nextTryAt: Date;
  /** Of the last attempt. */
  readonly durationMs: number | null;
}

export interface LoggedAttempt {
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: string;
  readonly excerpt: string | null;
}

const KEY = (key: DeliveryKey) => sql<boolean>`(resource_id = ${key.resourceId} and endpoint_id = ${key.endpointId} and sequence = ${key.sequence})`;

const deliveriesOf = (appId: string) => sql`
  select resource_id as "resourceId", endpoint_id as "endpointId", sequence, url, path, type, authorisation_id as "authorisationId", status,
    reason_code as "reasonCode", occurred_at as "occurredAt", tries, state, outcome, next_try_at as "nextTryAt", 0 as failures,
    (select duration_ms from notification_attempt as attempt
      where attempt.resource_id = logged.resource_id and attempt.endpoint_id = logged.endpoint_id and attempt.sequence = logged.sequence
      order by number desc limit 1) as "durationMs"
  from notification_delivery as logged where app_id = ${appId}`;

type Page = Omit<DeliveriesQuery, 'before' | 'limit'> & { readonly before: DeliveryKey | undefined; readonly limit: number };

/** Newest first, one more than `limit` where there are more. */
export async function listDeliveries(
  reader: Reader,
  appId: string,
  { endpointId, state, resourceId, before, limit }: Page,
): Promise<readonly LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    ${deliveriesOf(appId)}
      ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${resourceId === undefined ? sql`` : sql`and resource_id = ${resourceId}`}
      ${
        before === undefined
          ? sql``
          : sql`and (occurred_at, resource_id, endpoint_id, sequence) <
              (select occurred_at, resource_id, endpoint_id, sequence from notification_delivery where app_id = ${appId} and ${KEY(before)})`
      }
    order by occurred_at desc, resource_id desc, endpoint_id desc, sequence desc limit ${limit + 1}`.execute(reader);
  return rows;
}

/** Undefined also for a delivery of another application. */
export async function findDelivery(reader: Reader, appId: string, key: DeliveryKey): Promise<LoggedDelivery | undefined> {
  return (await sql<LoggedDelivery>`${deliveriesOf(appId)} and ${KEY(key)}`.execute(reader)).rows[0];
}

/** Newest first. */
export async function listAttempts(reader: Reader, key: DeliveryKey): Promise<readonly LoggedAttempt[]> {
  const { rows } = await sql<LoggedAttempt>`
    select number, at, duration_ms as "durationMs", outcome, excerpt from notification_attempt where ${KEY(key)} order by number desc`.execute(
    reader,
  );
  return rows;
}

/** Due now, to the present address of the endpoint, with all tries again. A pause of the channel ends. */
export async function retryDelivery(tx: Tx, appId: string, key: DeliveryKey): Promise<void> {
  await sql`
    update notification_delivery as again set state = 'waiting', tries = 0, next_try_at = now(),
      url = coalesce((select url from notification_endpoint as endpoint where endpoint.endpoint_id = again.endpoint_id), again.url),
      origin = coalesce(
        (select origin from notification_channel as channel where channel.app_id = ${appId} and channel.endpoint_id = again.endpoint_id
          and again.endpoint_id <> ''), again.origin)
    where app_id = ${appId} and ${KEY(key)}`.execute(tx);
  await sql`
    update notification_channel as channel set paused_until = null
    from notification_delivery as again
    where again.app_id = ${appId} and again.resource_id = ${key.resourceId} and again.endpoint_id = ${key.endpointId}
      and again.sequence = ${key.sequence} and channel.app_id = ${appId} and channel.origin = again.origin
      and channel.endpoint_id = again.endpoint_id`.execute(tx);
}

/** The same for the failed events of an endpoint since this time, the oldest `limit` of them. Test events are not sent again. Returns their number. */
export async function retryDead(tx: Tx, appId: string, endpointId: string, since: Date | undefined, limit: number): Promise<number> {
  const { rows } = await sql`
    update notification_delivery as again set state = 'waiting', tries = 0, next_try_at = now(), url = endpoint.url, origin = channel.origin
    from notification_endpoint as endpoint
      join notification_channel as channel on channel.app_id = endpoint.app_id and channel.endpoint_id = endpoint.endpoint_id
    where endpoint.app_id = ${appId} and endpoint.endpoint_id = ${endpointId}
      and (again.resource_id, again.endpoint_id, again.sequence) in (
        select resource_id, endpoint_id, sequence from notification_delivery
        where app_id = ${appId} and endpoint_id = ${endpointId} and state = 'dead' and type <> 'ping'
          and occurred_at >= coalesce(${since ?? null}::timestamptz, '-infinity')
        order by occurred_at, resource_id, sequence limit ${limit})
    returning again.sequence`.execute(tx);
  await sql`update notification_channel set paused_until = null where app_id = ${appId} and endpoint_id = ${endpointId}`.execute(tx);
  return rows.length;
}
