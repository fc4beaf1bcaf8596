/**
 * The one way from a proven password or an external account to a session. With a second factor the browser gets a half sign-in, which is no session:
 * its cookie opens nothing but the call that takes the code.
 */
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Caller } from '../allowances.ts';
import { type BegunSession, beginSession, type SessionStart } from '../begin-session.ts';
import type { Developer } from '../developers.ts';
import { HALF_SIGN_IN_SECONDS } from '../identity-cookies.ts';
import type { IdentityDeps } from '../identity-deps.ts';
import { findHalfSignIn, findSecondFactor, insertHalfSignIn, lockForSignIn, takeHalfSignIn } from './factor-store.ts';
import { useCode } from './use-code.ts';

/** `halfSecret`: the cookie of a browser whose code is missing. */
export type Entry = { readonly session: BegunSession } | { readonly halfSecret: string };

export async function enter(platform: Pick<IdentityDeps['platform'], 'random'>, tx: Tx, start: SessionStart): Promise<Entry> {
  await lockForSignIn(tx, start.developerId);
  if ((await findSecondFactor(tx, start.developerId)) === undefined) return { session: await beginSession(platform, tx, start) };
  const halfSecret = platform.random.secret();
  await insertHalfSignIn(tx, sha256Hex(halfSecret), start.developerId, HALF_SIGN_IN_SECONDS);
  return { halfSecret };
}

export interface GivenCode extends Pick<SessionStart, 'earlierSessionHash' | 'browser'> {
  readonly code: string;
  /** Hash of the cookie of the half sign-in. */
  readonly halfHash: string | undefined;
  readonly callerOf: (email: string) => Promise<Caller>;
}

/** @throws UiRefusal 401 SECOND_FACTOR_WRONG, after which the half sign-in is still valid; 401 SECOND_FACTOR_EXPIRED; 429. */
export async function enterWithCode(deps: IdentityDeps, given: GivenCode): Promise<{ developer: Developer; session: BegunSession }> {
  const { platform } = deps;
  const { halfHash, code, earlierSessionHash, browser } = given;
  const developer = halfHash === undefined ? undefined : await findHalfSignIn(platform.db, halfHash);
  if (halfHash === undefined || developer === undefined) throw expired();
  const caller = await given.callerOf(developer.email);
  const { developerId } = developer;
  const session = await useCode(deps, developer, code, caller, async ({ tx }) => {
    if (!(await takeHalfSignIn(tx, halfHash))) throw expired();
    return beginSession(platform, tx, { developerId, knownDeviceHash: caller.knownDeviceHash, earlierSessionHash, browser });
  });
  platform.log.info({ developerId, knownBrowser: caller.knownDeviceHash !== undefined }, 'A developer has signed in with a second factor.');
  return { developer, session };
}

function expired(): UiRefusal {
  const text = 'This sign-in has expired, or it began in another browser. Log in again with your password, then enter a code.';
  return new UiRefusal(401, 'SECOND_FACTOR_EXPIRED', text);
}

/** The refusal that asks a browser for the code. */
export function codeNeeded(): UiRefusal {
  const text = 'Your account has a second factor. Enter the code that your authenticator app shows now, or a recovery code.';
  return new UiRefusal(403, 'SECOND_FACTOR_NEEDED', text, { path: 'code' });
}
