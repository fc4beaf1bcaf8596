/** The open decoupled requests: one row for each customer, from the start of the request until its session has ended. Times are real time. */
import type { AuthMethod } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { SessionKey } from '../session/signing-session.ts';

export interface NewDecoupled extends SessionKey {
  readonly customerId: string;
  readonly method: AuthMethod;
  /** `digestPerson` of the person who is asked. */
  readonly person: string;
  /** False: the identity in the request was wrong, so no device is asked. */
  readonly isAsked: boolean;
  /** Keys of the allowances that are refunded after an approval. */
  readonly allowances: readonly string[];
}

export interface Decoupled extends NewDecoupled {
  /** Its time has passed. */
  readonly isOver: boolean;
}

/** A row of a server that stopped watching is replaced after this time. Its session has expired by then. */
const STALE_SECONDS = 20 * 60;

/** @returns false while another decoupled request of the customer is open. */
export async function insertDecoupled(tx: Tx, request: NewDecoupled, lastsSeconds: number): Promise<boolean> {
  const { authorisationId, sandboxId, customerId, method, person, isAsked, allowances } = request;
  await sql`
    delete from decoupled_signing
    where sandbox_id = ${sandboxId} and customer_id = ${customerId} and ends_at < now() - ${STALE_SECONDS}::integer * interval '1 second'`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into decoupled_signing (session_id, sandbox_id, customer_id, method, person, is_asked, allowances, ends_at)
    values (${authorisationId}, ${sandboxId}, ${customerId}, ${method}, ${person}, ${isAsked}, ${[...allowances]}::text[],
      now() + ${lastsSeconds}::integer * interval '1 second')
    on conflict (sandbox_id, customer_id) do nothing
    returning session_id`.execute(tx);
  return rows.length === 1;
}

/** The oldest first. */
export async function listDecoupled(reader: Reader): Promise<readonly Decoupled[]> {
  const { rows } = await sql<Decoupled>`
    select session_id as "authorisationId", sandbox_id as "sandboxId", customer_id as "customerId", method, person, is_asked as "isAsked",
      allowances, ends_at <= now() as "isOver"
    from decoupled_signing order by ends_at, session_id`.execute(reader);
  return rows;
}

/** @returns false when another server has deleted it. */
export async function deleteDecoupled(tx: Tx, { authorisationId, sandboxId }: SessionKey): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from decoupled_signing where session_id = ${authorisationId} and sandbox_id = ${sandboxId}`.execute(tx);
  return numAffectedRows === 1n;
}
