/** The rows of developers' sessions and known browsers, with the cookies' hashes only. */
import { DEVELOPER_SESSION_IDLE_SECONDS, DEVELOPER_SESSION_TOTAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import type { Developer } from './developers.ts';

/** Activity is written at most this often, so that most calls need a single query. */
const TOUCH_SECONDS = 60;

export interface LiveSession extends Developer {
  /** The recorded activity is older than a minute. */
  readonly isStale: boolean;
}

const seconds = (count: number) => sql`interval ${sql.lit(`${count} seconds`)}`;

/** Runs before every call of a signed-in developer; constants are inlined instead of passed as parameters. */
const selectLive = prepared(
  (_reader, { sessionHashes }: Given<{ sessionHashes: readonly string[] }>) =>
    sql<{ session_hash: string; developer_id: string; email: string; is_stale: boolean }>`
    select session_hash, developer_id, email, last_seen_at < now() - ${seconds(TOUCH_SECONDS)} as is_stale
    from developer_session join developer using (developer_id)
    where session_hash = ${anyOf(sessionHashes)}
      and last_seen_at > now() - ${seconds(DEVELOPER_SESSION_IDLE_SECONDS)}
      and started_at > now() - ${seconds(DEVELOPER_SESSION_TOTAL_SECONDS)}`,
);

/** Finds a session within its idle and total time limits, by the hash of its cookie. */
export function createSessionFinder(db: Db): (sessionHash: string) => Promise<LiveSession | undefined> {
  return readTogether(async (sessionHashes) => {
    const { rows } = await selectLive(db, { sessionHashes });
    return new Map(rows.map((row) => [row.session_hash, { developerId: row.developer_id, email: row.email, isStale: row.is_stale }]));
  });
}

export async function touchSession(db: Db, sessionHash: string): Promise<void> {
  await sql`update developer_session set last_seen_at = now() where session_hash = ${sessionHash}`.execute(db);
}

export async function insertSession(tx: Tx, sessionHash: string, developerId: string): Promise<void> {
  await sql`insert into developer_session (session_hash, developer_id) values (${sessionHash}, ${developerId})`.execute(tx);
}

export async function deleteSession(reader: Db | Tx, sessionHash: string): Promise<void> {
  await sql`delete from developer_session where session_hash = ${sessionHash}`.execute(reader);
}

/** Deletes all sessions and known browsers. Returns how many sessions were within their limits. */
export async function deleteSessionsOf(tx: Tx, developerId: string): Promise<number> {
  const { rows } = await sql<{ is_live: boolean }>`
    delete from developer_session where developer_id = ${developerId}
    returning last_seen_at > now() - ${seconds(DEVELOPER_SESSION_IDLE_SECONDS)}
      and started_at > now() - ${seconds(DEVELOPER_SESSION_TOTAL_SECONDS)} as is_live`.execute(tx);
  await sql`delete from developer_device where developer_id = ${developerId}`.execute(tx);
  return rows.filter((row) => row.is_live).length;
}

export async function rememberDevice(tx: Tx, deviceHash: string, developerId: string): Promise<void> {
  await sql`
    insert into developer_device (device_hash, developer_id) values (${deviceHash}, ${developerId})
    on conflict (device_hash, developer_id) do update set last_seen_at = now()`.execute(tx);
}
