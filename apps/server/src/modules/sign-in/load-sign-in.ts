/** The guard of every call below a sign-in: the sign-in exists, and this browser opened it. */
import type { FastifyRequest } from 'fastify';
import { equalsConstantTime, sha256Hex } from '#platform/crypto/hash.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { browserSessionHash } from './bank-session.ts';
import { isSessionOfSignIn } from './bank-session-store.ts';
import { finishedWay } from './finished-way.ts';
import { signInCookie } from './sign-in-cookies.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import { signInUnknown } from './sign-in-refusals.ts';
import { isLive } from './sign-in-state.ts';
import { findSignIn, type StoredSignIn } from './sign-in-store.ts';

/** Returns this browser's sign-in in any state. @throws UiRefusal 410 SIGN_IN_UNKNOWN. */
export async function loadOwnSignIn(platform: SignInPlatform, request: FastifyRequest, signInId: string): Promise<StoredSignIn> {
  const secret = signInCookie(platform.config, signInId).read(request);
  const signIn = secret === undefined ? undefined : await findSignIn(platform.db, signInId);
  if (secret === undefined || signIn === undefined || !equalsConstantTime(signIn.browserHash, sha256Hex(secret))) throw signInUnknown();
  if (signIn.authentication !== undefined) noteSandbox(signIn.authentication.sandboxId);
  return signIn;
}

/**
 * Returns a sign-in that the customer can continue: a live one, or a completed one whose response was lost. In the second case the browser
 * does not have the session that the sign-in started. @throws UiRefusal 410 SIGN_IN_UNKNOWN.
 */
export async function loadUnfinishedSignIn(platform: SignInPlatform, request: FastifyRequest, signInId: string): Promise<StoredSignIn> {
  const signIn = await loadOwnSignIn(platform, request, signInId);
  if (isLive(signIn.state)) return signIn;
  const sessionHash = browserSessionHash(platform, request);
  const isAnswerLost = sessionHash === undefined || !(await isSessionOfSignIn(platform.db, sessionHash, signInId));
  if (signIn.state !== 'done' || !signIn.isInTime || !isAnswerLost) throw signInUnknown(signIn, finishedWay(platform, request, signIn));
  return signIn;
}

/** Returns a sign-in in which the customer can still authenticate. @throws UiRefusal 410 SIGN_IN_UNKNOWN. */
export async function loadLiveSignIn(platform: SignInPlatform, request: FastifyRequest, signInId: string): Promise<StoredSignIn> {
  const signIn = await loadOwnSignIn(platform, request, signInId);
  if (!isLive(signIn.state)) throw signInUnknown(signIn, finishedWay(platform, request, signIn));
  return signIn;
}
