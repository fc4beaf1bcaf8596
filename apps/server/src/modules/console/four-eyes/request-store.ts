/** The rows of requests that need a second person. */
import { CONSOLE_REQUEST_SECONDS, type ConsoleRequestKind, type ConsoleRequestState } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Operator } from '../session-store.ts';

export interface NewRequest {
  readonly requestId: string;
  readonly kind: ConsoleRequestKind;
  readonly about: string;
  readonly name: string;
  readonly seen: string;
  readonly words: string;
}

export interface StoredRequest extends NewRequest {
  readonly state: ConsoleRequestState;
  readonly askedSubject: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
}

const COLUMNS = sql`request_id as "requestId", kind, about, name, seen, words, state, asked_subject as "askedSubject", asked_by as "askedBy",
  asked_at as "askedAt", expires_at as "expiresAt", decided_by as "decidedBy", decided_at as "decidedAt", note`;

/** Undefined: another request about it waits. */
export async function insertRequest(tx: Tx, request: NewRequest, { subject, operator }: Operator): Promise<StoredRequest | undefined> {
  const { requestId, kind, about, name, seen, words } = request;
  const { rows } = await sql<StoredRequest>`
    insert into console_request (request_id, kind, about, name, seen, words, asked_subject, asked_by, expires_at)
    values (${requestId}, ${kind}, ${about}, ${name}, ${seen}, ${words}, ${subject}, ${operator},
      now() + ${CONSOLE_REQUEST_SECONDS}::integer * interval '1 second')
    on conflict (about) where state = 'waiting' do nothing
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** Locks the request until the transaction ends. */
export async function lockRequest(tx: Tx, requestId: string): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`select ${COLUMNS} from console_request where request_id = ${requestId} for update`.execute(tx);
  return rows[0];
}

export async function findWaiting(reader: Reader, about: string): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select ${COLUMNS} from console_request where about = ${about} and state = 'waiting' and expires_at > now()`.execute(reader);
  return rows[0];
}

export async function countWaiting(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from console_request where state = 'waiting' and expires_at > now()`.execute(reader);
  return rows[0]?.count ?? 0;
}

export interface RequestEnd {
  readonly requestId: string;
  readonly state: ConsoleRequestState;
  /** Absent: no person ended it. */
  readonly by?: Operator | undefined;
  readonly note?: string | undefined;
}

/** @throws when the request does not wait: the caller has locked it. */
export async function endRequest(tx: Tx, { requestId, state, by, note }: RequestEnd): Promise<StoredRequest> {
  const { rows } = await sql<StoredRequest>`
    update console_request set state = ${state}, decided_subject = ${by?.subject ?? null}, decided_by = ${by?.operator ?? null}, decided_at = now(),
      note = ${note ?? null}
    where request_id = ${requestId} and state = 'waiting'
    returning ${COLUMNS}`.execute(tx);
  const [ended] = rows;
  if (ended === undefined) throw new Error(`The request ${requestId} has ended before.`);
  return ended;
}

/** Ends the requests whose day is over, and returns them. Those that another transaction decides now are left to it. */
export async function endExpired(tx: Tx): Promise<readonly StoredRequest[]> {
  const { rows } = await sql<StoredRequest>`
    with old as materialized (select request_id from console_request where state = 'waiting' and expires_at <= now() for update skip locked)
    update console_request set state = 'expired', decided_at = now() where request_id in (select request_id from old)
    returning ${COLUMNS}`.execute(tx);
  return rows;
}

/** Newest first: ids begin with the time. */
export async function listRequests(
  reader: Reader,
  { isWaiting, before, limit }: { readonly isWaiting: boolean; readonly before: string | undefined; readonly limit: number },
): Promise<readonly StoredRequest[]> {
  const older = before === undefined ? sql`` : sql`and request_id < ${before}`;
  const { rows } = await sql<StoredRequest>`
    select ${COLUMNS} from console_request where ${isWaiting ? sql`state = 'waiting'` : sql`state <> 'waiting'`} ${older}
    order by request_id desc limit ${limit}`.execute(reader);
  return rows;
}

/** Deletes requests that ended before the given time. The audit log keeps their acts. */
export async function forgetOldRequestsOfOperators(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select request_id from console_request where decided_at <= ${before}::timestamptz limit ${limit} for update skip locked
    )
    delete from console_request where request_id in (select request_id from old)`.execute(tx);
  return Number(numAffectedRows);
}
