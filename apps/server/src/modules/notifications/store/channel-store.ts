/** The rows of channels as operators see them: origins that receive notifications of an application. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { NotificationChannel } from '../notifications.ts';

/** At most 1,000, those with the most waiting deliveries first. */
export async function listChannels(reader: Reader): Promise<readonly NotificationChannel[]> {
  const { rows } = await sql<NotificationChannel>`
    select channel.app_id as "appId", channel.origin, nullif(channel.endpoint_id, '') as "endpointId", coalesce(open.waiting, 0)::integer as waiting, coalesce(open.given_up, 0)::integer as "givenUp",
      open.oldest as "oldestWaiting", open.outcomes as "lastOutcomes", channel.failures as "failuresInARow",
      case when channel.paused_until > now() then channel.paused_until end as "nextAttempt", channel.stopped_at as "stoppedAt"
    from notification_channel as channel left join (
      select app_id, origin, endpoint_id, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'dead') as given_up,
        min(occurred_at) filter (where state = 'waiting') as oldest, array_agg(distinct outcome) filter (where outcome is not null) as outcomes
      from notification_delivery where state <> 'delivered' group by app_id, origin, endpoint_id
    ) as open on open.app_id = channel.app_id and open.origin = channel.origin and open.endpoint_id = channel.endpoint_id
    order by waiting desc, channel.app_id, channel.origin, channel.endpoint_id limit 1000`.execute(reader);
  return rows;
}

/**
 * A stop also holds for applications that ask for the origin later. Returns the ids of the applications whose channel was changed; undefined: no
 * application has asked for the origin, or it was stopped, or was not, before.
 */
export async function setStopped(tx: Tx, origin: string, isStopped: boolean): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ app_id: string }>`
    update notification_channel set stopped_at = case when ${isStopped}::boolean then now() end
    where origin = ${origin} and (stopped_at is null) = ${isStopped}::boolean returning app_id`.execute(tx);
  const appIds = rows.map(({ app_id }) => app_id);
  if (isStopped) {
    if (appIds.length > 0) await sql`insert into notification_stop (origin) values (${origin}) on conflict do nothing`.execute(tx);
    return appIds.length > 0 ? appIds : undefined;
  }
  const ended = await sql`delete from notification_stop where origin = ${origin} returning origin`.execute(tx);
  return appIds.length + ended.rows.length > 0 ? appIds : undefined;
}
