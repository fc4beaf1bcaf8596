/** The customer cannot open the app's link: their device is notified instead. The request stays one request of their quarter of an hour. */
import { notifyDecoy, type ShownChallenge, showDecoy } from './decoy/decoy.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { notApproved, signInUnknown } from './sign-in-refusals.ts';
import { attachDecoy, type StoredSignIn } from './sign-in-store.ts';

/** @throws UiRefusal 409: no device is asked; 410 when the sign-in has ended. A link that was opened stays, and so does a challenge without a link. */
export async function notifyInstead(deps: SignInDeps, signIn: StoredSignIn): Promise<ShownChallenge> {
  const { decoy, authentication } = signIn;
  if (decoy !== undefined) {
    if (decoy.linkToken === undefined) return showDecoy(decoy, signIn.now);
    const notified = notifyDecoy(deps, decoy, signIn.now);
    if (!(await deps.platform.write(({ tx }) => attachDecoy(tx, signIn, notified)))) throw signInUnknown();
    return showDecoy(notified, signIn.now);
  }
  const challenge = authentication && (await deps.sca.notify(authentication.challengeId));
  if (challenge === undefined) throw notApproved('none');
  return challenge;
}
