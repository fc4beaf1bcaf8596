/** The rows of deliveries. A channel is leased by one process at a time; the oldest undelivered event of a resource goes first. Real time. */
import type { NotificationEvent } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

export interface Lease {
  readonly leaseId: string;
  readonly appId: string;
  readonly origin: string;
  /** Empty: the addresses that requests named. */
  readonly endpointId: string;
}

export interface Delivery {
  /** Of a test event its own id. */
  readonly resourceId: string;
  /** Empty: the address that a request named. */
  readonly endpointId: string;
  readonly sequence: number;
  readonly url: string;
  /** The resource's path below the base of the API. Empty for a test event. */
  readonly path: string;
  readonly type: NotificationEvent;
  readonly authorisationId: string | null;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly occurredAt: Date;
  /** Attempts before this one. */
  readonly tries: number;
  /** Failed connections of the channel in a row. */
  readonly failures: number;
}

/** Of a resource, only the oldest waiting event can be due. */
const IS_OLDEST = sql<boolean>`not exists (
  select from notification_delivery as earlier
  where earlier.resource_id = due.resource_id and earlier.endpoint_id = due.endpoint_id and earlier.sequence < due.sequence
    and earlier.state = 'waiting')`;

/** The channel of a delivery. */
const IS_CHANNEL = sql<boolean>`(channel.app_id = due.app_id and channel.origin = due.origin and channel.endpoint_id = due.endpoint_id)`;

/** No process sends to the channel, it is not paused, and no operator has stopped it. */
const IS_FREE = sql<boolean>`(coalesce(channel.lease_until <= now(), true) and coalesce(channel.paused_until <= now(), true) and channel.stopped_at is null)`;

const lease = prepared(
  (_reader, given: Given<{ leaseId: string; leaseSeconds: number }>) => sql<{ app_id: string; origin: string; endpoint_id: string }>`
    update notification_channel
    set lease_id = ${given.leaseId}, lease_until = now() + ${given.leaseSeconds}::integer * interval '1 second'
    where (app_id, origin, endpoint_id) = (
      select channel.app_id, channel.origin, channel.endpoint_id
      from notification_delivery as due join notification_channel as channel on ${IS_CHANNEL}
      where due.state = 'waiting' and due.next_try_at <= now() and ${IS_OLDEST}
        and ${IS_FREE}
      order by due.next_try_at limit 1
      for update of channel skip locked)
    returning app_id, origin, endpoint_id`,
);

/** Leases the channel that has waited longest; undefined: none is due. */
export async function leaseChannel(db: Db, leaseId: string, leaseSeconds: number): Promise<Lease | undefined> {
  const [row] = (await lease(db, { leaseId, leaseSeconds })).rows;
  return row && { leaseId, appId: row.app_id, origin: row.origin, endpointId: row.endpoint_id };
}

const selectDue = prepared(
  (_reader, given: Given<Lease>) => sql<Delivery>`
    select due.resource_id as "resourceId", due.endpoint_id as "endpointId", due.sequence, due.url, due.path, due.type, due.authorisation_id as "authorisationId", due.status,
      due.reason_code as "reasonCode", due.occurred_at as "occurredAt", due.tries, channel.failures
    from notification_channel as channel join notification_delivery as due on ${IS_CHANNEL}
    where channel.app_id = ${given.appId} and channel.origin = ${given.origin} and channel.endpoint_id = ${given.endpointId}
      and channel.lease_id = ${given.leaseId} and channel.lease_until > now()
      and coalesce(channel.paused_until <= now(), true) and channel.stopped_at is null
      and due.state = 'waiting' and due.next_try_at <= now() and ${IS_OLDEST}
    order by due.next_try_at, due.resource_id limit 1`,
);

/** Undefined: none is due, the channel is paused, or the lease is over. */
export async function findDue(db: Db, lease: Lease): Promise<Delivery | undefined> {
  return (await selectDue(db, lease)).rows[0];
}

export async function endLease(db: Db, { appId, origin, endpointId, leaseId }: Lease): Promise<void> {
  await sql`
    update notification_channel set lease_id = null, lease_until = null
    where app_id = ${appId} and origin = ${origin} and endpoint_id = ${endpointId} and lease_id = ${leaseId}`.execute(db);
}

/** The oldest delivery that is due and not held back by a lease or a pause: how long servers have left it. */
export async function readOldestSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - due.next_try_at)::float8 as seconds
    from notification_delivery as due join notification_channel as channel on ${IS_CHANNEL}
    where due.state = 'waiting' and due.next_try_at <= now() and ${IS_OLDEST} and ${IS_FREE}
    order by due.next_try_at limit 1`.execute(db);
  return rows[0]?.seconds ?? 0;
}

type Of = Pick<Delivery, 'resourceId' | 'endpointId' | 'sequence' | 'tries'>;

const isDelivery = ({ resourceId, endpointId, sequence }: Omit<Of, 'tries'>) =>
  sql<boolean>`resource_id = ${resourceId} and endpoint_id = ${endpointId} and sequence = ${sequence}`;

/** Writes the end of an attempt; false: another process has written one since this one read the delivery. */
async function writeOutcome(tx: Tx, delivery: Of, state: string, outcome: string): Promise<boolean> {
  const { rows } = await sql`
    update notification_delivery set state = ${state}, outcome = ${outcome}, tries = tries + 1
    where ${isDelivery(delivery)} and state = 'waiting' and tries = ${delivery.tries}
    returning sequence`.execute(tx);
  return rows.length > 0;
}

/** The attempt succeeded, or was the last one. */
export const writeEnd = (tx: Tx, delivery: Of, state: 'delivered' | 'dead', outcome: string): Promise<boolean> =>
  writeOutcome(tx, delivery, state, outcome);

/** The next attempt follows after `seconds`; the later events of the resource wait for it. */
export async function writeRetry(tx: Tx, delivery: Of, outcome: string, seconds: number): Promise<void> {
  if (!(await writeOutcome(tx, delivery, 'waiting', outcome))) return;
  await sql`
    update notification_delivery set next_try_at = now() + ${seconds}::float8 * interval '1 second'
    where ${isDelivery(delivery)}`.execute(tx);
}

/** @param failures in a row; 0 after a response. */
export async function writeFailures(tx: Tx, { appId, origin, endpointId }: Lease, failures: number): Promise<void> {
  await sql`
    update notification_channel set failures = ${failures}
    where app_id = ${appId} and origin = ${origin} and endpoint_id = ${endpointId} and failures <> ${failures}`.execute(tx);
}

/** Nothing is sent to the channel for so long. Its due deliveries move too, so that the search for due ones does not meet them. */
export async function pauseChannel(tx: Tx, { appId, origin, endpointId }: Lease, seconds: number): Promise<void> {
  const until = sql<Date>`now() + ${seconds}::float8 * interval '1 second'`;
  await sql`
    update notification_channel set paused_until = ${until}
    where app_id = ${appId} and origin = ${origin} and endpoint_id = ${endpointId}`.execute(tx);
  await sql`
    update notification_delivery set next_try_at = ${until}
    where app_id = ${appId} and origin = ${origin} and endpoint_id = ${endpointId} and state = 'waiting' and next_try_at < ${until}`.execute(tx);
}

/** The receiver wants no more notifications of this resource (410). */
export async function endRegistration(tx: Tx, { resourceId }: Of, url: string): Promise<void> {
  await sql`update notification_registration set contents = '{}' where resource_id = ${resourceId} and url = ${url}`.execute(tx);
  await sql`
    update notification_delivery set state = 'dead', outcome = '410'
    where resource_id = ${resourceId} and endpoint_id = '' and url = ${url} and state = 'waiting'`.execute(tx);
}

interface Attempt {
  readonly durationMs: number;
  /** A status of HTTP or the name of a fault. */
  readonly outcome: string;
  /** Without control characters. */
  readonly excerpt: string | undefined;
}

/** The developer sees the latest of them. */
const ATTEMPTS_KEPT = 20;

/** For the developer’s log. */
export async function writeAttempt(tx: Tx, delivery: Of, { durationMs, outcome, excerpt }: Attempt): Promise<void> {
  await sql`
    insert into notification_attempt (resource_id, endpoint_id, sequence, number, sandbox_id, duration_ms, outcome, excerpt)
    select resource_id, endpoint_id, sequence,
      (select coalesce(max(number), 0) + 1 from notification_attempt where ${isDelivery(delivery)}), sandbox_id, ${durationMs}::integer, ${outcome},
      ${excerpt ?? null}
    from notification_delivery where ${isDelivery(delivery)}
    on conflict do nothing`.execute(tx);
  await sql`
    delete from notification_attempt where ${isDelivery(delivery)}
      and number <= (select max(number) from notification_attempt where ${isDelivery(delivery)}) - ${ATTEMPTS_KEPT}`.execute(tx);
}
