/** A sign-in on the bank's page, as the bank is asked about it. */
import { secondsBetween, type VisitAtBank } from '../../sca/index.ts';
import { visitContent } from '../sign-in-content.ts';
import type { SignInPlatform } from '../sign-in-deps.ts';
import type { StoredSignIn } from '../sign-in-store.ts';

/** Undefined for a sign-in without a visit. */
export function visitOf(deps: { readonly platform: SignInPlatform }, signIn: StoredSignIn): VisitAtBank | undefined {
  const { decoy, signInId, locale, now } = signIn;
  if (decoy?.visit === undefined) return undefined;
  const { challengeId, nonce, createdAt } = decoy.visit;
  return {
    challengeId,
    chain: `sign-in:${signInId}`,
    method: decoy.method,
    content: visitContent(deps.platform, signIn, nonce),
    ...(signIn.purpose === 'bank' ? {} : { provider: signIn.tppName }),
    locale,
    createdAt: new Date(createdAt),
    secondsLeft: secondsBetween(now, new Date(decoy.expiresAt)),
  };
}
