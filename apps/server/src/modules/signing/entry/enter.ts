/**
 * `/bank/sca/{reference}`: from the provider's redirect to the signing page, through the bank's sign-in if needed. The redirect secret is bound to
 * the first entitled bank session that uses it, and is invalid in any other.
 */
import { BANK_SESSION_TOTAL_SECONDS, SIGNING_IDLE_SECONDS, SIGNING_MODALS } from '@portico/contract/values';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankSession } from '#modules/sign-in/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { EngineDeps } from '../deps.ts';
import { sendExpireJob } from '../end/expire-job.ts';
import { expireIfOverdue } from '../session/expire-signing.ts';
import { findSessionByRedirectSecret, lockSession, updateSession } from '../session/session-store.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { isAnswerReadable, isOverdue, secondsUntil } from '../session/signing-time.ts';
import { findSignatory } from './authority.ts';
import { insertEntry } from './entry-store.ts';
import { useSignIn } from './sign-in-use-store.ts';

export const ERROR_PAGE = '/?m=signingError';

/** Returns the path of the next redirect; for a link whose sandbox is deleted at this moment, that of an unknown link. */
export async function enterSigning(deps: EngineDeps, request: FastifyRequest, reply: FastifyReply, redirectSecret: string): Promise<string> {
  try {
    return await findWay(deps, request, reply, redirectSecret);
  } catch (error) {
    if (error instanceof Gone) return ERROR_PAGE;
    throw error;
  }
}

async function findWay(deps: EngineDeps, request: FastifyRequest, reply: FastifyReply, redirectSecret: string): Promise<string> {
  const session = await findSessionByRedirectSecret(deps.platform.db, sha256Hex(redirectSecret));
  if (session === undefined) return ERROR_PAGE;
  noteSandbox(session.sandboxId);
  if (!(await isEnterable(deps, session))) return ERROR_PAGE;
  const bankSession = await deps.signIn.currentSession(request, { touch: true });
  if (session.bankSessionHash !== undefined && session.bankSessionHash !== bankSession?.sessionHash) {
    // The browser whose bank session has ended enters, too: its page says how the session ended, with the way back.
    if (session.bankSessionHash !== deps.signIn.browserSessionHash(request)) return ERROR_PAGE;
    return pageOf(session, await issueEntryCode(deps, session, undefined));
  }
  const isWelcome = bankSession !== undefined && isEntitled(session, bankSession) && (await findSignatory(deps, bankSession)) !== undefined;
  if (!isWelcome || !(await isLongEnough(deps, session, bankSession))) {
    return openSignIn(deps, request, reply, session, redirectSecret);
  }
  return pageOf(session, await issueEntryCode(deps, session, bankSession));
}

export function pageOf({ kind }: SigningSession, entryCode: string | undefined): string {
  return entryCode === undefined ? ERROR_PAGE : `/?m=${SIGNING_MODALS[kind]}&entry=${entryCode}`;
}

async function isEnterable(deps: EngineDeps, session: SigningSession): Promise<boolean> {
  const now = await deps.platform.clock.now(deps.platform.db, session.sandboxId);
  if (isOverdue(session, now) && (await expireIfOverdue(deps, session))) return false;
  if (session.state === 'signed') return isAnswerReadable(session, now);
  return session.state !== 'refused' && session.state !== 'expired';
}

function isEntitled(session: SigningSession, bankSession: BankSession): boolean {
  return session.customerId === bankSession.customerId && session.sandboxId === bankSession.sandboxId;
}

/** A bound session ends with its bank session. It is not bound to a bank session with too little time left to read and sign. */
async function isLongEnough(deps: EngineDeps, session: SigningSession, { signedInAt }: BankSession): Promise<boolean> {
  const now = await deps.platform.clock.now(deps.platform.db, session.sandboxId);
  return session.isBound || secondsUntil(signedInAt, BANK_SESSION_TOTAL_SECONDS, now) >= SIGNING_IDLE_SECONDS;
}

function openSignIn(
  deps: EngineDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SigningSession,
  redirectSecret: string,
): Promise<string> {
  const { appId, authorisationId, tppName, tppApplicationName, bankCountry, locale, customerId } = session;
  const cancelTo = session.tppFailureUrl ?? session.tppSuccessUrl;
  return deps.signIn.open(request, reply, {
    purpose: 'signing',
    appId,
    signingSessionId: authorisationId,
    tppName,
    tppApplicationName,
    bankCountry,
    locale,
    customerId,
    returnTo: '/bank/sca',
    returnSecret: redirectSecret,
    ...(cancelTo === undefined ? {} : { cancelTo }),
  });
}

/**
 * Binds the session to this bank session and creates a one-use entry code; undefined when another bank session was bound first. Without a bank
 * session the code is for the browser of the bank session that has ended; nothing is bound, and the code gives no signing id.
 */
export function issueEntryCode(deps: EngineDeps, session: SigningSession, bankSession: BankSession | undefined): Promise<string | undefined> {
  const { write, clock, random } = deps.platform;
  const entryCode = random.secret();
  return write(async (context) => {
    const { tx } = context;
    const locked = await lockSession(tx, session);
    const sessionHash = bankSession?.sessionHash ?? session.bankSessionHash;
    const isBoundHere = locked !== undefined && (locked.bankSessionHash ?? sessionHash) === sessionHash;
    if (!isBoundHere || sessionHash === undefined || locked.state === 'refused' || locked.state === 'expired') return undefined;
    const now = await clock.now(tx, locked.sandboxId);
    await insertEntry(tx, { ...keyOf(locked), bankSessionHash: sessionHash, entryCodeHash: sha256Hex(entryCode), signingIdHash: undefined, now });
    if (bankSession === undefined) return entryCode;
    if (locked.state !== 'signed') await updateSession(tx, locked, { bankSessionHash: sessionHash, lastActivityAt: now });
    if (!locked.isBound && isSignedInFor(locked, bankSession)) await useSignIn(tx, locked, sessionHash);
    if (!locked.isBound) await sendExpireJob(deps.platform, tx, locked, SIGNING_IDLE_SECONDS);
    return entryCode;
  });
}

/**
 * A sign-in made for signing counts for that session only. One made for an authorization request counts for the first session of that application,
 * of any kind. A payment uses it up, too, although a sign-in never signs a payment.
 */
function isSignedInFor({ appId, authorisationId }: SigningSession, { signedInFor }: BankSession): boolean {
  return signedInFor.appId === appId && (signedInFor.signingSessionId ?? authorisationId) === authorisationId;
}

function keyOf({ authorisationId, sandboxId }: SigningSession) {
  return { authorisationId, sandboxId };
}
