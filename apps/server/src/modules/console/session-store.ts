/** The rows of operators' sessions, with the cookies' hashes only. */
import { CONSOLE_IDLE_SECONDS, CONSOLE_TOTAL_SECONDS, type ConsoleRole } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

export interface Operator {
  /** `sub` of the OpenID provider. */
  readonly subject: string;
  readonly operator: string;
  readonly roles: readonly ConsoleRole[];
}

export interface NewSession extends Operator {
  readonly sessionHash: string;
  readonly address: string;
}

const seconds = (count: number) => sql`interval ${sql.lit(`${count} seconds`)}`;

export async function insertSession(tx: Tx, { sessionHash, subject, operator, roles, address }: NewSession): Promise<void> {
  await sql`
    insert into console_session (session_hash, subject, operator, roles, address)
    values (${sessionHash}, ${subject}, ${operator}, array(select unnest(${roles}::text[])), ${address})`.execute(tx);
}

const touchLive = prepared(
  (_reader, given: Given<{ sessionHash: string; address: string }>) => sql<{ subject: string; operator: string; roles: ConsoleRole[] }>`
    update console_session set last_seen_at = now()
    where session_hash = ${given.sessionHash} and address = ${given.address}
      and last_seen_at > now() - ${seconds(CONSOLE_IDLE_SECONDS)} and started_at > now() - ${seconds(CONSOLE_TOTAL_SECONDS)}
    returning subject, operator, roles`,
);

/** Finds a session within its limits that began at this address, and notes that it is in use. */
export async function useSession(db: Db, session: { readonly sessionHash: string; readonly address: string }): Promise<Operator | undefined> {
  const [row] = (await touchLive(db, session)).rows;
  return row;
}

/** Returns whose session it was; undefined: there was none. */
export async function deleteSession(tx: Tx, sessionHash: string): Promise<Operator | undefined> {
  const { rows } = await sql<{ subject: string; operator: string; roles: ConsoleRole[] }>`
    delete from console_session where session_hash = ${sessionHash} returning subject, operator, roles`.execute(tx);
  return rows[0];
}

/** Deletes sessions that began before the given time. */
export async function forgetOldSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select session_hash from console_session where started_at <= ${before}::timestamptz limit ${limit} for update skip locked
    )
    delete from console_session where session_hash in (select session_hash from old)`.execute(tx);
  return Number(numAffectedRows);
}
