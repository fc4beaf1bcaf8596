/** The rows of signing sessions. Lookups by a hash need no sandbox id and return it; all other queries filter by sandbox. */
import type { SigningKind } from '@portico/contract';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import { redirectUrisOf } from '../../tpp-apps/index.ts';
import type { SessionsFor, ToSign, WhoseSignings } from '../signing.ts';
import type { SessionRow, SessionTable } from './session-row.ts';
import { type SessionKey, type SigningSession, toSigningSession } from './signing-session.ts';
import type { SigningState } from './signing-state.ts';

type SigningTables = { signing_session: SessionTable };
type EntryTables = { signing_entry: { session_id: string; version: number; signing_id_hash: string | null } };

export interface NewSession extends ToSign {
  authorisationId: string;
  redirectSecretHash: string;
  now: Date;
}

/** Members left out stay unchanged. */
export interface SessionChange {
  state?: SigningState;
  bankSessionHash?: string;
  entryVersion?: number;
  shownDigest?: string;
  lastActivityAt?: Date;
  endedAt?: Date;
  answer?: unknown;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .withTables<SigningTables>()
    .insertInto('signing_session')
    .values({
      session_id: session.authorisationId,
      sandbox_id: session.sandboxId,
      reference_hash: session.redirectSecretHash,
      kind: session.kind,
      resource_id: session.resourceId,
      customer_id: session.customerId,
      app_id: session.appId,
      tpp_name: session.tppName,
      tpp_application_name: session.tppApplicationName,
      tpp_success_url: session.tppSuccessUrl,
      tpp_failure_url: session.tppFailureUrl ?? null,
      bank_country: session.bankCountry,
      locale: session.locale,
      state: 'received',
      created_at: session.now,
      last_activity_at: session.now,
    })
    .execute();
}

export async function findSessionByRedirectSecret(reader: Reader, redirectSecretHash: string): Promise<SigningSession | undefined> {
  return one(await selectSession(reader).where('reference_hash', '=', redirectSecretHash).executeTakeFirst());
}

const selectByKey = prepared((reader, given: Given<SessionKey>) =>
  selectSession(reader).where('session_id', '=', given.authorisationId).where('sandbox_id', '=', given.sandboxId),
);

const lockByKey = prepared((reader, given: Given<SessionKey>) =>
  selectSession(reader).where('session_id', '=', given.authorisationId).where('sandbox_id', '=', given.sandboxId).forUpdate(),
);

export async function findSession(reader: Reader, key: SessionKey): Promise<SigningSession | undefined> {
  return one((await selectByKey(reader, key)).rows[0]);
}

const selectBySigningId = prepared((reader, given: Given<{ signingIdHash: string }>) =>
  selectSession(reader)
    .innerJoin('signing_entry', 'signing_entry.session_id', 'signing_session.session_id')
    .select('signing_entry.version')
    .where('signing_id_hash', '=', given.signingIdHash),
);

/** The session of a signing id. A newer entry through the redirect invalidates older tabs: their signing id is no longer current. */
export async function findSessionBySigningId(
  reader: Reader,
  signingIdHash: string,
): Promise<{ readonly session: SigningSession; readonly isCurrent: boolean } | undefined> {
  const [row] = (await selectBySigningId(reader, { signingIdHash })).rows;
  return row === undefined ? undefined : { session: toSigningSession(row), isCurrent: row.version >= row.entry_version };
}

/** Reads the session and locks it until the transaction ends, so that concurrent decisions run one after another. */
export async function lockSession(tx: Tx, key: SessionKey): Promise<SigningSession | undefined> {
  return one((await lockByKey(tx, key)).rows[0]);
}

/** The newest sessions of a bank session, unfinished or finished. */
export async function listSessionsOf(reader: Reader, bankSessionHash: string): Promise<readonly SigningSession[]> {
  const rows = await selectSession(reader).where('bank_session_hash', '=', bankSessionHash).orderBy('created_at', 'desc').limit(20).execute();
  return rows.map(toSigningSession);
}

/** All sessions of one resource to sign, oldest first. */
export async function listSessionsFor(reader: Reader, of: SessionsFor): Promise<readonly SigningSession[]> {
  const rows = await selectSession(reader)
    .where('resource_id', '=', of.resourceId)
    .where('sandbox_id', '=', of.sandboxId)
    .where('kind', '=', of.kind)
    .orderBy('created_at')
    .orderBy('session_id')
    .execute();
  return rows.map(toSigningSession);
}

/** The ids of all sessions of one resource, of all customers: for operators. */
export async function listSessionIds(reader: Reader, resourceId: string): Promise<readonly string[]> {
  const rows = await reader
    .withTables<SigningTables>()
    .selectFrom('signing_session')
    .select('session_id')
    .where('resource_id', '=', resourceId)
    .execute();
  return rows.map((row) => row.session_id);
}

export interface SignedSession {
  readonly authorisationId: string;
  readonly resourceId: string;
  readonly customerId: string;
  readonly challengeId: string | undefined;
  readonly contentHash: string | undefined;
  /** Tenant time. */
  readonly signedAt: Date;
}

/** The sessions in which these resources were signed. */
export async function listSigned(reader: Reader, { sandboxId, kinds, resourceIds }: SignedQuery): Promise<readonly SignedSession[]> {
  const rows = await reader
    .withTables<SigningTables>()
    .selectFrom('signing_session')
    .select(['session_id', 'resource_id', 'customer_id', 'challenge_id', 'challenge_content_hash', 'signed_at'])
    .where(sql<boolean>`resource_id = ${anyOf(sql.val(resourceIds))}`)
    .where('sandbox_id', '=', sandboxId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'signed')
    .execute();
  return rows.flatMap((row) =>
    row.signed_at === null
      ? []
      : [
          {
            authorisationId: row.session_id,
            resourceId: row.resource_id,
            customerId: row.customer_id,
            challengeId: row.challenge_id ?? undefined,
            contentHash: row.challenge_content_hash ?? undefined,
            signedAt: row.signed_at,
          },
        ],
  );
}

interface SignedQuery {
  readonly sandboxId: string;
  readonly kinds: readonly SigningKind[];
  readonly resourceIds: readonly string[];
}

/** Locks all unfinished sessions of a sandbox, or those of one customer, application or resource, in the order of their ids. */
export async function lockUnfinished(tx: Tx, whose: WhoseSignings): Promise<readonly SigningSession[]> {
  return (await selectUnfinished(tx, whose).forUpdate('signing_session').execute()).map(toSigningSession);
}

function selectUnfinished(reader: Reader, whose: WhoseSignings) {
  let query = selectSession(reader).where('sandbox_id', '=', whose.sandboxId).where('ended_at', 'is', null).orderBy('session_id');
  if (whose.customerId !== undefined) query = query.where('customer_id', '=', whose.customerId);
  if (whose.appId !== undefined) query = query.where('app_id', '=', whose.appId);
  if (whose.resourceId !== undefined) query = query.where('resource_id', '=', whose.resourceId);
  if (whose.kind !== undefined) query = query.where('kind', '=', whose.kind);
  return query;
}

export async function deleteSessions(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<SigningTables & { signing_entry: { sandbox_id: string }; signing_sign_in: { sandbox_id: string } }>();
  await tables.deleteFrom('signing_sign_in').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('signing_entry').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('signing_session').where('sandbox_id', '=', sandboxId).execute();
}

export async function updateSession(tx: Tx, key: SessionKey, change: SessionChange): Promise<void> {
  await tx
    .withTables<SigningTables>()
    .updateTable('signing_session')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.bankSessionHash === undefined ? {} : { bank_session_hash: change.bankSessionHash }),
      ...(change.entryVersion === undefined ? {} : { entry_version: change.entryVersion }),
      ...(change.shownDigest === undefined ? {} : { shown_digest: change.shownDigest }),
      ...(change.lastActivityAt === undefined ? {} : { last_activity_at: change.lastActivityAt }),
      ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
      ...(change.answer === undefined ? {} : { answer: JSON.stringify(change.answer) }),
    })
    .where('session_id', '=', key.authorisationId)
    .where('sandbox_id', '=', key.sandboxId)
    .execute();
}

/** Ends sessions of one sandbox with one statement. */
export async function endSessions(
  tx: Tx,
  sandboxId: string,
  authorisationIds: readonly string[],
  { state, endedAt }: Required<Pick<SessionChange, 'state' | 'endedAt'>>,
): Promise<void> {
  await tx
    .withTables<SigningTables>()
    .updateTable('signing_session')
    .set({ state, ended_at: endedAt })
    .where('sandbox_id', '=', sandboxId)
    .where(sql<boolean>`session_id = ${anyOf(sql.val(authorisationIds))}`)
    .execute();
}

function selectSession(reader: Reader) {
  return reader
    .withTables<SigningTables & EntryTables>()
    .selectFrom('signing_session')
    .selectAll('signing_session')
    .select([
      sql<boolean>`state = 'signing' and coalesce(held_until > now(), false)`.as('is_held'),
      sql<boolean>`coalesce(claimed_until > now(), false)`.as('is_claimed'),
      redirectUrisOf(sql`signing_session.app_id`).as('redirect_uris'),
      tenantNow(sql.ref('signing_session.sandbox_id')).as('now'),
    ]);
}

function one(row: SessionRow | undefined): SigningSession | undefined {
  return row === undefined ? undefined : toSigningSession(row);
}
