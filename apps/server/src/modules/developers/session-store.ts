/** The rows of developers' sessions and known browsers, with the cookies' hashes only. */
import type { DeveloperSession } from '@portico/contract';
import { DEVELOPER_SESSION_IDLE_SECONDS, DEVELOPER_SESSION_TOTAL_SECONDS } from '@portico/contract/values';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import type { Developer } from './developers.ts';
import { deleteHalfSignInsOf } from './second-factor/factor-store.ts';

/** Activity is written at most this often, so that most calls need a single query. */
const TOUCH_SECONDS = 60;

export interface LiveSession extends Developer {
  /** The recorded activity is older than a minute. */
  readonly isStale: boolean;
}

const seconds = (count: number) => sql`interval ${sql.lit(`${count} seconds`)}`;
const IS_LIVE = sql`last_seen_at > now() - ${seconds(DEVELOPER_SESSION_IDLE_SECONDS)}
  and started_at > now() - ${seconds(DEVELOPER_SESSION_TOTAL_SECONDS)}`;

/** Runs before every call of a signed-in developer; constants are inlined instead of passed as parameters. */
const selectLive = prepared(
  (_reader, { sessionHashes }: Given<{ sessionHashes: readonly string[] }>) =>
    sql<{ session_hash: string; developer_id: string; email: string; is_stale: boolean }>`
    select session_hash, developer_id, email, last_seen_at < now() - ${seconds(TOUCH_SECONDS)} as is_stale
    from developer_session join developer using (developer_id)
    where session_hash = ${anyOf(sessionHashes)} and ${IS_LIVE}`,
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

export interface NewSession {
  readonly sessionHash: string;
  readonly sessionId: string;
  readonly developerId: string;
  readonly browser: string | undefined;
}

export async function insertSession(tx: Tx, { sessionHash, sessionId, developerId, browser }: NewSession): Promise<void> {
  await sql`
    insert into developer_session (session_hash, session_id, developer_id, browser)
    values (${sessionHash}, ${sessionId}, ${developerId}, ${browser ?? null})`.execute(tx);
}

/** The sessions within their limits, that of the caller first, then the one used last. */
export async function findSessionsOf(db: Db, developerId: string, ownHash: string): Promise<readonly DeveloperSession[]> {
  const { rows } = await sql<{ session_id: string; browser: string | null; started_at: Date; last_seen_at: Date; is_current: boolean }>`
    select session_id, browser, started_at, last_seen_at, session_hash = ${ownHash} as is_current
    from developer_session where developer_id = ${developerId} and ${IS_LIVE}
    order by is_current desc, last_seen_at desc, session_id`.execute(db);
  return rows.map((row) => ({
    id: row.session_id,
    browser: row.browser,
    startedAt: row.started_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.is_current,
  }));
}

/** Of this developer alone. False: there is no such session, or it has ended. */
export async function endSession(db: Db, developerId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from developer_session where developer_id = ${developerId} and session_id = ${sessionId} returning ${IS_LIVE} as is_live`.execute(db);
  return rows.some((row) => Object(row).is_live === true);
}

/** Ends every session and half sign-in but the session of the caller, and forgets every browser but the caller's. */
export async function endOtherSessions(
  tx: Tx,
  developerId: string,
  { sessionHash, deviceHash }: { readonly sessionHash: string; readonly deviceHash: string | undefined },
): Promise<void> {
  await sql`delete from developer_session where developer_id = ${developerId} and session_hash <> ${sessionHash}`.execute(tx);
  await deleteHalfSignInsOf(tx, developerId);
  await sql`delete from developer_device where developer_id = ${developerId} and device_hash <> ${deviceHash ?? ''}`.execute(tx);
}

export async function deleteSession(reader: Db | Tx, sessionHash: string): Promise<void> {
  await sql`delete from developer_session where session_hash = ${sessionHash}`.execute(reader);
}

/** Deletes all sessions, half sign-ins and known browsers. Returns how many sessions were within their limits. */
export async function deleteSessionsOf(tx: Tx, developerId: string): Promise<number> {
  const { rows } = await sql<{ is_live: boolean }>`
    delete from developer_session where developer_id = ${developerId} returning ${IS_LIVE} as is_live`.execute(tx);
  await sql`delete from developer_device where developer_id = ${developerId}`.execute(tx);
  await deleteHalfSignInsOf(tx, developerId);
  return rows.filter((row) => row.is_live).length;
}

export async function rememberDevice(tx: Tx, deviceHash: string, developerId: string): Promise<void> {
  await sql`
    insert into developer_device (device_hash, developer_id) values (${deviceHash}, ${developerId})
    on conflict (device_hash, developer_id) do update set last_seen_at = now()`.execute(tx);
}
