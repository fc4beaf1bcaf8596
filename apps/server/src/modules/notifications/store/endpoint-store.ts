/** The rows of endpoints and their channels. The triggers of migration 0081 write the events. Real time. */
import type { NotificationKind } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type Disabler = 'developer' | 'gone' | 'failures';

export interface StoredEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly kinds: readonly NotificationKind[];
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledBy: Disabler | null;
  readonly createdAt: Date;
  readonly previousUntil: Date | null;
  readonly pausedUntil: Date | null;
  readonly isStopped: boolean;
  /** Of the last 24 hours, without test events. */
  readonly delivered: number;
  readonly total: number;
}

const endpointsOf = (appId: string) => sql<StoredEndpoint>`
  select endpoint.endpoint_id as "endpointId", endpoint.url, endpoint.kinds, endpoint.confirmed_at as "confirmedAt",
    endpoint.disabled_at as "disabledAt", endpoint.disabled_by as "disabledBy", endpoint.created_at as "createdAt",
    case when endpoint.previous_until > now() then endpoint.previous_until end as "previousUntil",
    case when channel.paused_until > now() then channel.paused_until end as "pausedUntil", channel.stopped_at is not null as "isStopped",
    coalesce(recent.delivered, 0)::integer as delivered, coalesce(recent.total, 0)::integer as total
  from notification_endpoint as endpoint
    join notification_channel as channel on channel.app_id = endpoint.app_id and channel.endpoint_id = endpoint.endpoint_id
    left join (
      select endpoint_id, count(*) filter (where state = 'delivered') as delivered, count(*) as total
      from notification_delivery
      where app_id = ${appId} and endpoint_id <> '' and type <> 'ping' and occurred_at > now() - interval '24 hours' group by endpoint_id
    ) as recent on recent.endpoint_id = endpoint.endpoint_id
  where endpoint.app_id = ${appId}`;

/** Oldest first. */
export async function listEndpoints(reader: Reader, appId: string): Promise<readonly StoredEndpoint[]> {
  return (await sql<StoredEndpoint>`${endpointsOf(appId)} order by endpoint.created_at, endpoint.endpoint_id`.execute(reader)).rows;
}

/** Undefined also for an endpoint of another application. */
export async function findEndpoint(reader: Reader, appId: string, endpointId: string): Promise<StoredEndpoint | undefined> {
  return (await sql<StoredEndpoint>`${endpointsOf(appId)} and endpoint.endpoint_id = ${endpointId}`.execute(reader)).rows[0];
}

interface NewEndpointRow {
  readonly endpointId: string;
  readonly appId: string;
  readonly sandboxId: string;
  readonly url: string;
  readonly origin: string;
  readonly kinds: readonly string[];
  readonly sealed: string;
}

/** Messages to an origin that an operator stopped stay stopped, also to a new endpoint. */
const stoppedAt = (origin: string) => sql`(select stopped_at from notification_stop where origin = ${origin})`;

export async function insertEndpoint(tx: Tx, { endpointId, appId, sandboxId, url, origin, kinds, sealed }: NewEndpointRow): Promise<void> {
  await sql`
    insert into notification_endpoint (endpoint_id, app_id, sandbox_id, url, kinds, sealed_secret)
    values (${endpointId}, ${appId}, ${sandboxId}, ${url}, ${[...kinds]}::text[], ${sealed})`.execute(tx);
  await sql`
    insert into notification_channel (app_id, origin, endpoint_id, sandbox_id, stopped_at)
    values (${appId}, ${origin}, ${endpointId}, ${sandboxId}, ${stoppedAt(origin)})`.execute(tx);
}

export async function writeKinds(tx: Tx, endpointId: string, kinds: readonly string[]): Promise<void> {
  await sql`update notification_endpoint set kinds = ${[...kinds]}::text[] where endpoint_id = ${endpointId}`.execute(tx);
}

/** Gives up the messages for the earlier address: the new one has not confirmed that it wants them. */
export async function writeUrl(tx: Tx, endpointId: string, url: string, origin: string): Promise<void> {
  await sql`update notification_endpoint set url = ${url}, confirmed_at = null where endpoint_id = ${endpointId}`.execute(tx);
  await sql`
    update notification_channel set origin = ${origin}, stopped_at = ${stoppedAt(origin)}, paused_until = null, failures = 0, lease_id = null,
      lease_until = null
    where endpoint_id = ${endpointId}`.execute(tx);
  await giveUpWaiting(tx, endpointId, 'replaced');
}

async function giveUpWaiting(tx: Tx, endpointId: string, outcome: string): Promise<void> {
  await sql`
    update notification_delivery set state = 'dead', outcome = ${outcome}
    where endpoint_id = ${endpointId} and state = 'waiting'
      and app_id = (select app_id from notification_endpoint where endpoint_id = ${endpointId})`.execute(tx);
}

/** Gives up the messages that wait. @param outcome of these messages. */
export async function disableEndpoint(tx: Tx, { endpointId }: { readonly endpointId: string }, by: Disabler, outcome: string): Promise<void> {
  await sql`
    update notification_endpoint set disabled_at = now(), disabled_by = ${by} where endpoint_id = ${endpointId} and disabled_at is null`.execute(tx);
  await giveUpWaiting(tx, endpointId, outcome);
}

export async function enableEndpoint(tx: Tx, endpointId: string): Promise<void> {
  await sql`update notification_endpoint set disabled_at = null, disabled_by = null where endpoint_id = ${endpointId}`.execute(tx);
  await sql`update notification_channel set paused_until = null, failures = 0 where endpoint_id = ${endpointId}`.execute(tx);
}

export async function confirmEndpoint(tx: Tx, { endpointId, url }: { readonly endpointId: string; readonly url: string }): Promise<void> {
  await sql`
    update notification_endpoint set confirmed_at = now()
    where endpoint_id = ${endpointId} and url = ${url} and confirmed_at is null`.execute(tx);
}

/** True where the endpoint has received an event that happened later than this one. */
export async function hasReceivedSince(
  tx: Tx,
  { endpointId, occurredAt }: { readonly endpointId: string; readonly occurredAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from notification_delivery
    where app_id = (select app_id from notification_endpoint where endpoint_id = ${endpointId}) and endpoint_id = ${endpointId}
      and state = 'delivered' and occurred_at > ${occurredAt} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes its messages and its channel, too. */
export async function deleteEndpoint(tx: Tx, appId: string, endpointId: string): Promise<void> {
  await sql`delete from notification_delivery where app_id = ${appId} and endpoint_id = ${endpointId}`.execute(tx);
  await sql`delete from notification_channel where endpoint_id = ${endpointId} and app_id = ${appId}`.execute(tx);
  await sql`delete from notification_endpoint where endpoint_id = ${endpointId} and app_id = ${appId}`.execute(tx);
}

/** The present secret becomes the previous one for so long. Returns its end. */
export async function rotateSecret(tx: Tx, endpointId: string, sealed: string, overlapSeconds: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    update notification_endpoint set sealed_previous = sealed_secret, sealed_secret = ${sealed},
      previous_until = now() + ${overlapSeconds}::integer * interval '1 second'
    where endpoint_id = ${endpointId} returning previous_until as until`.execute(tx);
  return rows[0]?.until;
}

export async function endPreviousSecret(tx: Tx, endpointId: string): Promise<void> {
  await sql`update notification_endpoint set sealed_previous = null, previous_until = null where endpoint_id = ${endpointId}`.execute(tx);
}

/** The sealed secrets that sign now, the present one first; empty: there is no such endpoint. */
export async function findSealedKeys(reader: Reader, endpointId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ present: string; previous: string | null }>`
    select sealed_secret as present, case when previous_until > now() then sealed_previous end as previous
    from notification_endpoint where endpoint_id = ${endpointId}`.execute(reader);
  return rows.flatMap(({ present, previous }) => (previous === null ? [present] : [present, previous]));
}

/** A test event, which is due at once also while failures pause the endpoint. */
export async function insertTest(tx: Tx, appId: string, endpointId: string, eventId: string): Promise<void> {
  await sql`
    insert into notification_delivery (resource_id, endpoint_id, sequence, sandbox_id, app_id, origin, url, path, type, status)
    select ${eventId}, endpoint.endpoint_id, 1, endpoint.sandbox_id, endpoint.app_id, channel.origin, endpoint.url, '', 'ping', ''
    from notification_endpoint as endpoint
      join notification_channel as channel on channel.app_id = endpoint.app_id and channel.endpoint_id = endpoint.endpoint_id
    where endpoint.app_id = ${appId} and endpoint.endpoint_id = ${endpointId}`.execute(tx);
  await sql`update notification_channel set paused_until = null where app_id = ${appId} and endpoint_id = ${endpointId}`.execute(tx);
}
