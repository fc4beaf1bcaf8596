/** The customer's bank session: reading it, recording activity, ending it. */
import type { FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Reader } from '#platform/db/database.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import type { Owner } from '../bank/index.ts';
import { endWaitingChallenges } from '../sca/index.ts';
import { isSessionAlive, secondsLeft } from './bank-session-lifetime.ts';
import { endBankSession, findBankSession, listBankSessions, type StoredBankSession, touchBankSession } from './bank-session-store.ts';
import type { BankSession } from './sign-in.ts';
import { bankCookie } from './sign-in-cookies.ts';
import type { SignInPlatform } from './sign-in-deps.ts';

/** Hash of this browser's bank cookie, even if its session has ended. */
export function browserSessionHash(platform: Pick<SignInPlatform, 'config'>, request: FastifyRequest): string | undefined {
  const secret = bankCookie(platform.config).read(request);
  return secret === undefined ? undefined : sha256Hex(secret);
}

/** This browser's live session. An expired session is ended permanently, so that setting the test clock back does not revive it. */
export async function currentSession(
  platform: SignInPlatform,
  request: FastifyRequest,
  options: { touch: boolean },
): Promise<BankSession | undefined> {
  const sessionHash = browserSessionHash(platform, request);
  const find = options.touch ? touchBankSession : findBankSession;
  const session = sessionHash === undefined ? undefined : await find(platform.db, sessionHash);
  if (session === undefined) return undefined;
  if (!isSessionAlive(session, session.now)) {
    await end(platform, session, 'bank-session.expired');
    return undefined;
  }
  noteProvenCaller(request);
  noteSandbox(session.sandboxId);
  const { sandboxId, customerId, country, authMethod, signedInAt, signedInFor, person, deviceKeyHash } = session;
  const left = secondsLeft(options.touch ? { ...session, lastSeenAt: session.now } : session, session.now);
  const { sessionHash: hash, signInId } = session;
  return {
    sessionHash: hash,
    signInId,
    sandboxId,
    customerId,
    country,
    authMethod,
    signedInAt,
    signedInFor,
    person,
    deviceKeyHash,
    secondsLeft: left,
  };
}

/** By the tenant time of the query. */
export async function hasLiveSession(reader: Reader, owner: Owner): Promise<boolean> {
  return (await listBankSessions(reader, owner)).some((session) => isSessionAlive(session, session.now));
}

/** Signs out, and ends what the customer's device was asked from this browser. Does nothing without a session. */
export async function endCurrentSession(platform: SignInPlatform, request: FastifyRequest): Promise<void> {
  const sessionHash = browserSessionHash(platform, request);
  const session = sessionHash === undefined ? undefined : await findBankSession(platform.db, sessionHash);
  if (session !== undefined) await end(platform, session, 'bank-session.ended');
}

async function end(platform: SignInPlatform, session: StoredBankSession, event: 'bank-session.expired' | 'bank-session.ended'): Promise<void> {
  const { signInId, sandboxId, customerId, deviceKeyHash } = session;
  await platform.write(async (context) => {
    if (!(await endBankSession(context.tx, session))) return;
    await context.audit({ chain: `sign-in:${signInId}`, sandboxId, event, ids: { signInId, customerId } });
    if (event === 'bank-session.ended') await endWaitingChallenges(context, { sandboxId, customerId, deviceKeyHash });
  });
}
