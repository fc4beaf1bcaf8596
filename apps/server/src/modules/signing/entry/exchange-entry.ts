/** Issues a signing id to the page: for a one-use entry code, or, after a lost response, for the only unfinished session of the bank session. */
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
  // With several sessions it is uncertain which one the page shows, so the response contains only the way back.
  const meant = session ?? (ofKinds.length === 1 ? ofKinds[0] : undefined);
  const admitted = await admit(deps, visitor, session, { kinds, tellsEnd: meant !== undefined }, meant ?? sessions[0]);
  return giveSigningId(deps, visitor, admitted, undefined);
}

/** The server always generates the signing id; it accepts none from the caller. */
async function giveSigningId(
  deps: EngineDeps,
  visitor: Visitor,
  admitted: Omit<Authority, 'signingId'>,
  entry: Entry | undefined,
): Promise<Authority> {
  const { session, bankSession } = admitted;
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
  return { ...admitted, session: entered, signingId };
}

/** Returns the oldest valid version; undefined when the entry code was used or a newer entry exists. */
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
    // An entry without a code does not invalidate an older tab; only a new entry through the redirect does.
    return session.entryVersion === 0 ? version : session.entryVersion;
  }
  if (entry.version <= session.entryVersion || entry.bankSessionHash !== bankSessionHash) return undefined;
  return (await useEntryCode(tx, entry, signingIdHash)) ? entry.version : undefined;
}
