/** Gives the page a signing id: for a one-use entry code, or for the only unfinished session of the bank session after a lost answer. */
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { terminated } from '../session/refusals.ts';
import { findSession, listSessionsOf, lockSession, updateSession } from '../session/session-store.ts';
import { auditChain, auditIds, type SigningSession } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import { isOverdue } from '../session/signing-time.ts';
import { type Authority, admit, ownSession, readVisitor, type Visitor } from './authority.ts';
import { type Entry, findEntryByCode, insertEntry, useEntryCode } from './entry-store.ts';

/** @throws UiRefusal 410: the entry code is unknown, used, or another browser's. */
export async function exchangeEntryCode(deps: EngineDeps, request: FastifyRequest, entryCode: string, kinds: readonly string[]): Promise<Authority> {
  const { db } = deps.platform;
  const visitor = await readVisitor(deps, request, { touch: true });
  const entry = await findEntryByCode(db, sha256Hex(entryCode));
  const session = entry === undefined ? undefined : await findSession(db, entry);
  const admitted = await admit(deps, visitor, session, { kinds });
  return giveSigningId(deps, visitor, admitted, entry);
}

/** @throws UiRefusal 410 unless exactly one session of these kinds is unfinished in the bank session. */
export async function enterUnfinished(deps: EngineDeps, request: FastifyRequest, kinds: readonly string[]): Promise<Authority> {
  const { db, clock } = deps.platform;
  const visitor = await readVisitor(deps, request, { touch: true });
  const { browserSessionHash } = visitor;
  const sessions = browserSessionHash === undefined ? [] : await listSessionsOf(db, browserSessionHash);
  const ofKinds = sessions.filter(({ kind }) => kinds.includes(kind));
  const unfinished: SigningSession[] = [];
  for (const session of ofKinds) {
    const isRunning = session.state === 'received' || session.state === 'open' || session.state === 'signing';
    if (isRunning && !isOverdue(session, await clock.now(db, session.sandboxId))) unfinished.push(session);
  }
  const [only, ...others] = unfinished;
  const session = others.length === 0 ? only : undefined;
  // How one of several ended says nothing about this page: then only the way back is told.
  const meant = session ?? (ofKinds.length === 1 ? ofKinds[0] : undefined);
  const admitted = await admit(deps, visitor, session, { kinds, tellsEnd: meant !== undefined }, meant ?? sessions[0]);
  return giveSigningId(deps, visitor, admitted, undefined);
}

/** A signing id is always made here, never taken from the caller. */
async function giveSigningId(
  deps: EngineDeps,
  visitor: Visitor,
  { session, bankSession }: Pick<Authority, 'session' | 'bankSession'>,
  entry: Entry | undefined,
): Promise<Authority> {
  const signingId = deps.platform.random.secret();
  const entered = await deps.platform.write(async (context) => {
    const locked = await lockSession(context.tx, session);
    const state = locked === undefined ? undefined : nextState(locked.state, 'enter');
    if (locked === undefined || state === undefined) return undefined;
    const version = await takeVersion(deps, context, locked, bankSession.sessionHash, entry, sha256Hex(signingId));
    if (version === undefined) return undefined;
    await updateSession(context.tx, locked, { state, entryVersion: version });
    await context.audit({ chain: auditChain(locked), sandboxId: locked.sandboxId, event: 'signing.entered', ids: auditIds(locked) });
    return { ...locked, state, entryVersion: version };
  });
  if (entered === undefined) throw terminated(ownSession(visitor, session), 'elsewhere');
  return { session: entered, bankSession, signingId };
}

/** The oldest version that is valid from now on; undefined when the entry code was used or a newer way in was taken. */
async function takeVersion(
  deps: EngineDeps,
  { tx }: WriteContext,
  session: SigningSession,
  bankSessionHash: string,
  entry: Entry | undefined,
  signingIdHash: string,
): Promise<number | undefined> {
  const { authorisationId, sandboxId } = session;
  if (entry === undefined) {
    const now = await deps.platform.clock.now(tx, sandboxId);
    const version = await insertEntry(tx, { authorisationId, sandboxId, bankSessionHash, entryCodeHash: undefined, signingIdHash, now });
    // Beside a tab that has the session, not instead of it: only coming in by the redirect again ends the older tab.
    return session.entryVersion === 0 ? version : session.entryVersion;
  }
  if (entry.version <= session.entryVersion || entry.bankSessionHash !== bankSessionHash) return undefined;
  return (await useEntryCode(tx, entry, signingIdHash)) ? entry.version : undefined;
}
