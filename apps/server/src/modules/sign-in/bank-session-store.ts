/** The rows of bank sessions. A session is looked up by the hash of its cookie, which is unique in the installation; the row names the sandbox. */
import type { AuthMethod, BankCountry } from '@portico/contract';
import { BANK_SESSION_IDLE_SECONDS, BANK_SESSION_TOTAL_SECONDS } from '@portico/contract/values';
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { BankSession } from './sign-in.ts';

type BankSessionTables = {
  bank_session: {
    session_hash: string;
    sandbox_id: string;
    customer_id: string;
    sign_in_id: string;
    country: BankCountry;
    auth_method: AuthMethod;
    device_key_hash: string;
    signed_in_at: Date;
    last_seen_at: Date;
    ended_at: ColumnType<Date | null, undefined, Date>;
  };
};

type SignInTables = { sign_in: { sign_in_id: string; app_id: string | null; signing_session_id: string | null; person: string | null } };

export interface StoredBankSession extends Omit<BankSession, 'secondsLeft'> {
  /** Tenant time. */
  readonly lastSeenAt: Date;
}

export async function insertBankSession(tx: Tx, session: Omit<StoredBankSession, 'signedInFor' | 'person'>): Promise<void> {
  await tx
    .withTables<BankSessionTables>()
    .insertInto('bank_session')
    .values({
      session_hash: session.sessionHash,
      sandbox_id: session.sandboxId,
      customer_id: session.customerId,
      sign_in_id: session.signInId,
      country: session.country,
      auth_method: session.authMethod,
      device_key_hash: session.deviceKeyHash,
      signed_in_at: session.signedInAt,
      last_seen_at: session.lastSeenAt,
    })
    .execute();
}

type LiveRow = Selectable<BankSessionTables['bank_session']> & Omit<SignInTables['sign_in'], 'sign_in_id'> & { is_first: boolean; now: Date };
const NOW = tenantNow(sql.ref('bank_session.sandbox_id'));

const selectLive = ({ sessionHash }: Given<{ sessionHash: string }>, before: RawBuilder<unknown>) => sql<LiveRow>`${before}
  select bank_session.*, app_id, signing_session_id, person, ${NOW} as now,
    not exists (
      select from bank_session former where former.sign_in_id = bank_session.sign_in_id and former.ended_at is not null
    ) as is_first
  from bank_session join sign_in on sign_in.sign_in_id = bank_session.sign_in_id
  where session_hash = ${sessionHash} and bank_session.ended_at is null`;

const readLive = prepared((_reader, given: Given<{ sessionHash: string }>) => selectLive(given, sql``));

// Returns the row as it was before the update. The conditions repeat `isSessionAlive`, so that the update never revives a dead session. It does not
// wait for another transaction that changes the session: the sandbox, whose requests share their connections, is known only afterwards.
const touchLive = prepared((_reader, given: Given<{ sessionHash: string; idleSeconds: number; totalSeconds: number }>) =>
  selectLive(
    given,
    sql`with touched as (
      update bank_session set last_seen_at = greatest(last_seen_at, ${NOW})
      where session_hash = (select session_hash from bank_session where session_hash = ${given.sessionHash} for no key update skip locked)
        and ended_at is null and signed_in_at <= ${NOW}
        and last_seen_at > ${NOW} - ${given.idleSeconds}::integer * interval '1 second'
        and signed_in_at > ${NOW} - ${given.totalSeconds}::integer * interval '1 second')`,
  ),
);

/** Finds a session that was not ended. The caller checks whether it has expired, using `now` (tenant time of the query). */
export async function findBankSession(reader: Reader, sessionHash: string): Promise<LiveSession | undefined> {
  const [row] = (await readLive(reader, { sessionHash })).rows;
  return row && fromRow(row);
}

/** As {@link findBankSession}, and records activity at `now` unless the session has expired. A later activity written concurrently is kept. */
export async function touchBankSession(reader: Reader, sessionHash: string): Promise<LiveSession | undefined> {
  const limits = { idleSeconds: BANK_SESSION_IDLE_SECONDS, totalSeconds: BANK_SESSION_TOTAL_SECONDS };
  const [row] = (await touchLive(reader, { sessionHash, ...limits })).rows;
  return row && fromRow(row);
}

type LiveSession = StoredBankSession & { readonly now: Date };

function fromRow(row: LiveRow): LiveSession {
  return {
    sessionHash: row.session_hash,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    signInId: row.sign_in_id,
    country: row.country,
    authMethod: row.auth_method,
    deviceKeyHash: row.device_key_hash,
    signedInAt: row.signed_in_at,
    // The person authenticated for the role of the first session. A role that they take later has to authenticate for what it confirms.
    signedInFor: {
      appId: row.is_first ? (row.app_id ?? undefined) : undefined,
      signingSessionId: row.is_first ? (row.signing_session_id ?? undefined) : undefined,
    },
    person: row.person ?? undefined,
    lastSeenAt: row.last_seen_at,
    now: row.now,
  };
}

/** Ends all sessions of a customer, in every browser. Returns the sessions that were still open, with the tenant time of the end. */
export async function endSessionsOfCustomer(
  tx: Tx,
  customerId: string,
): Promise<readonly (Pick<StoredBankSession, 'sandboxId' | 'signInId' | 'signedInAt' | 'lastSeenAt'> & { readonly now: Date })[]> {
  return tx
    .withTables<BankSessionTables>()
    .updateTable('bank_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returning(['sandbox_id as sandboxId', 'sign_in_id as signInId', 'signed_in_at as signedInAt', 'last_seen_at as lastSeenAt'])
    .returning(tenantNow(sql.ref('bank_session.sandbox_id')).as('now'))
    .execute();
}

/** Lists a customer's sessions that were not ended, with the tenant time of the query. */
export async function listBankSessions(
  reader: Reader,
  { sandboxId, customerId }: Pick<BankSession, 'sandboxId' | 'customerId'>,
): Promise<readonly { readonly signedInAt: Date; readonly lastSeenAt: Date; readonly now: Date }[]> {
  return reader
    .withTables<BankSessionTables>()
    .selectFrom('bank_session')
    .select(['signed_in_at as signedInAt', 'last_seen_at as lastSeenAt'])
    .select(tenantNow(sql.ref('bank_session.sandbox_id')).as('now'))
    .where('bank_session.sandbox_id', '=', sandboxId)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .execute();
}

/** True when this sign-in started this session, even if the session has ended since. */
export async function isSessionOfSignIn(reader: Reader, sessionHash: string, signInId: string): Promise<boolean> {
  const row = await reader
    .withTables<BankSessionTables>()
    .selectFrom('bank_session')
    .select('session_hash')
    .where('session_hash', '=', sessionHash)
    .where('sign_in_id', '=', signInId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when it had already ended. */
export async function endBankSession(reader: Reader, session: StoredBankSession): Promise<boolean> {
  const result = await reader
    .withTables<BankSessionTables>()
    .updateTable('bank_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('session_hash', '=', session.sessionHash)
    .where('sandbox_id', '=', session.sandboxId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
