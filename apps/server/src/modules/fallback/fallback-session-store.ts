/** The rows of sign-ins and sessions. A session is looked up by its hash, which is unique in the installation; the row names the sandbox. */
import type { AuthMethod } from '@portico/contract';
import { type ColumnType, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import { challengeBegun, type NewChallengeRow } from '../sca/index.ts';

type Tables = {
  fallback_session: {
    sign_in_id: string;
    sandbox_id: string;
    customer_id: string;
    app_id: string;
    auth_method: AuthMethod;
    challenge_id: string;
    content_hash: string;
    person: string | null;
    asked_at: ColumnType<Date, undefined, never>;
    session_hash: ColumnType<string | null, undefined, string>;
    signed_in_at: ColumnType<Date | null, undefined, Date>;
    last_seen_at: ColumnType<Date | null, undefined, Date>;
    ended_at: ColumnType<Date | null, undefined, Date>;
  };
};

export interface NewSignIn {
  readonly signInId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly authMethod: AuthMethod;
  readonly challengeId: string;
  readonly contentHash: string;
  /** The person who is asked (`digestPerson`); undefined for a sign-in that an earlier version started. */
  readonly person: string | undefined;
}

export interface StoredSignIn extends NewSignIn {
  /** True once the sign-in has opened its session or was ended. */
  readonly isOpened: boolean;
}

export interface StoredSession extends Pick<NewSignIn, 'signInId' | 'sandboxId' | 'customerId' | 'appId' | 'authMethod' | 'person'> {
  /** Tenant time. */
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
}

type WhoseSignIn = Pick<NewSignIn, 'appId' | 'sandboxId' | 'customerId'>;

const insert = prepared((_reader, given: Given<NewChallengeRow & Pick<NewSignIn, 'signInId' | 'appId'>>) =>
  challengeBegun(
    given,
    sql`insert into fallback_session (sign_in_id, sandbox_id, customer_id, app_id, auth_method, challenge_id, content_hash, person)
    select ${given.signInId}, ${given.sandboxId}, ${given.customerId}, ${given.appId}, ${given.method}, ${given.challengeId}, ${given.contentHash},
      ${given.person}
    from startable
    returning sign_in_id`,
  ),
);

/**
 * Begins a sign-in with its challenge. The lock, which lasts until the transaction ends, leaves one of several calls at the same time the first.
 *
 * @param earlier the open sign-in that the caller has read. @returns false when another one was begun meanwhile, or the method is blocked.
 */
export async function beginSignIn(
  tx: Tx,
  signIn: Pick<NewSignIn, 'signInId' | 'appId'>,
  challenge: NewChallengeRow,
  earlier: Pick<StoredSignIn, 'signInId'> | undefined,
): Promise<boolean> {
  const { sandboxId, customerId } = challenge;
  const whose: WhoseSignIn = { appId: signIn.appId, sandboxId, customerId };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fallback:${whose.appId}:${customerId}`}, 0))`.execute(tx);
  if ((await findOpenSignIn(tx, whose))?.signInId !== earlier?.signInId) return false;
  return (await insert(tx, { ...challenge, ...signIn })).rows.length === 1;
}

/** Finds a sign-in of this application only. */
export async function findSignIn(reader: Reader, appId: string, signInId: string): Promise<StoredSignIn | undefined> {
  const row = await selectSignIn(reader, appId).where('sign_in_id', '=', signInId).executeTakeFirst();
  return row && toSignIn(row);
}

/** The newest sign-in of this application for this customer that has not opened a session. */
export async function findOpenSignIn(reader: Reader, { appId, sandboxId, customerId }: WhoseSignIn): Promise<StoredSignIn | undefined> {
  const row = await selectSignIn(reader, appId)
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', '=', customerId)
    .where('session_hash', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toSignIn(row);
}

/** @param now tenant time. @returns false when the sign-in had opened a session before, or was ended. */
export async function openSession(tx: Tx, signInId: string, sessionHash: string, now: Date): Promise<boolean> {
  const result = await tx
    .withTables<Tables>()
    .updateTable('fallback_session')
    .set({ session_hash: sessionHash, signed_in_at: now, last_seen_at: now })
    .where('sign_in_id', '=', signInId)
    .where('session_hash', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Finds a session that was not ended. The caller checks whether it has expired, using `now` (tenant time of the query). */
export async function findSession(reader: Reader, sessionHash: string): Promise<(StoredSession & { readonly now: Date }) | undefined> {
  const row = await reader
    .withTables<Tables>()
    .selectFrom('fallback_session')
    .selectAll('fallback_session')
    .select(tenantNow(sql.ref('fallback_session.sandbox_id')).as('now'))
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.signed_in_at === null || row.last_seen_at === null) return undefined;
  return {
    signInId: row.sign_in_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    authMethod: row.auth_method,
    person: row.person ?? undefined,
    signedInAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    now: row.now,
  };
}

/** Records activity at `now` (tenant time); a later activity written concurrently is kept. */
export async function touchSession(reader: Reader, { signInId }: StoredSession, now: Date): Promise<void> {
  await reader
    .withTables<Tables>()
    .updateTable('fallback_session')
    .set({ last_seen_at: sql<Date>`greatest(last_seen_at, ${now}::timestamptz)` })
    .where('sign_in_id', '=', signInId)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns false when it had already ended. */
export async function endSession(reader: Reader, { signInId }: StoredSession): Promise<boolean> {
  const result = await reader
    .withTables<Tables>()
    .updateTable('fallback_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('sign_in_id', '=', signInId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends all sessions of a customer, in every application; sign-ins in progress can no longer open one. */
export async function endSessionsOfCustomer(
  tx: Tx,
  customerId: string,
): Promise<
  readonly (Pick<StoredSession, 'signInId' | 'sandboxId' | 'appId'> & {
    readonly session: Pick<StoredSession, 'signedInAt' | 'lastSeenAt'> | undefined;
    readonly now: Date;
  })[]
> {
  const rows = await tx
    .withTables<Tables>()
    .updateTable('fallback_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returning(['sign_in_id', 'sandbox_id', 'app_id', 'signed_in_at', 'last_seen_at'])
    .returning(tenantNow(sql.ref('fallback_session.sandbox_id')).as('now'))
    .execute();
  return rows.map(({ signed_in_at: signedInAt, last_seen_at: lastSeenAt, ...row }) => ({
    signInId: row.sign_in_id,
    sandboxId: row.sandbox_id,
    appId: row.app_id,
    session: signedInAt === null || lastSeenAt === null ? undefined : { signedInAt, lastSeenAt },
    now: row.now,
  }));
}

function selectSignIn(reader: Reader, appId: string) {
  return reader.withTables<Tables>().selectFrom('fallback_session').selectAll().where('app_id', '=', appId);
}

type SignInRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSignIn>['executeTakeFirst']>>>;

function toSignIn(row: SignInRow): StoredSignIn {
  return {
    signInId: row.sign_in_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    authMethod: row.auth_method,
    challengeId: row.challenge_id,
    contentHash: row.content_hash,
    person: row.person ?? undefined,
    isOpened: row.session_hash !== null || row.ended_at !== null,
  };
}
