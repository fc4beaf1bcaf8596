/** The rows of registrations and channels. The triggers of migration 0076 write the events. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { NotificationContent, NotifiedResource } from '../notifications.ts';

interface Registration extends NotifiedResource {
  readonly origin: string;
  readonly url: string;
  readonly contents: readonly NotificationContent[];
}

const upsert = prepared(
  (_reader, given: Given<Registration>) => sql`
    with channel as (
      insert into notification_channel (app_id, origin, sandbox_id, stopped_at)
      select ${given.appId}::text, ${given.origin}::text, ${given.sandboxId}::text,
        (select stopped_at from notification_stop where origin = ${given.origin}::text)
      on conflict do nothing
    )
    insert into notification_registration as known (resource_id, sandbox_id, app_id, origin, url, path, contents)
    values (${given.resourceId}, ${given.sandboxId}, ${given.appId}, ${given.origin}, ${given.url}, ${given.path}, ${given.contents}::text[])
    on conflict (resource_id) do update set origin = excluded.origin, url = excluded.url, contents = excluded.contents
      where known.sandbox_id = excluded.sandbox_id and known.app_id = excluded.app_id`,
);

export async function writeRegistration(tx: Tx, registration: Registration): Promise<void> {
  await upsert(tx, registration);
}

type Tables = Record<
  | 'notification_registration'
  | 'notification_channel'
  | 'notification_delivery'
  | 'notification_attempt'
  | 'notification_endpoint'
  | 'notification_sequence',
  { sandbox_id: string }
>;

export async function deleteOfSandbox(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('notification_attempt').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('notification_delivery').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('notification_registration').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('notification_endpoint').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('notification_sequence').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('notification_channel').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes what the bank would send to an application that is closed while its customers' orders remain. */
export async function deleteOfApp(tx: Tx, appId: string): Promise<void> {
  await sql`delete from notification_delivery where app_id = ${appId}`.execute(tx);
  await sql`delete from notification_registration where app_id = ${appId}`.execute(tx);
  await sql`delete from notification_endpoint where app_id = ${appId}`.execute(tx);
  await sql`delete from notification_channel where app_id = ${appId}`.execute(tx);
}

/** Deletes at most `limit` events, sent or not, that happened before this real time. */
export async function forgetOldDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from notification_delivery where (resource_id, endpoint_id, sequence) in (
      select resource_id, endpoint_id, sequence from notification_delivery where occurred_at < ${before} order by occurred_at limit ${limit})
    returning sequence`.execute(tx);
  return rows.length;
}
