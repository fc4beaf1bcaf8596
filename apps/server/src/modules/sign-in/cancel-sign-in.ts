/** The customer leaves. Repeatable, and possible after the time is over too: the way back exists in every state but a finished one. */
import { deleteRequests } from './open-request-store.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInUnknown } from './sign-in-refusals.ts';
import { isLive } from './sign-in-state.ts';
import { endSignIn, findSignIn, type StoredSignIn } from './sign-in-store.ts';

/** @throws UiRefusal 410 SIGN_IN_UNKNOWN when it was finished by signing in. */
export async function cancelSignIn(deps: SignInDeps, signIn: StoredSignIn): Promise<void> {
  if (signIn.state === 'done') throw signInUnknown(signIn);
  if (!isLive(signIn.state)) return;
  const { authentication, signInId } = signIn;
  const isCancelled = await deps.platform.write(async ({ tx, audit }) => {
    if (!(await endSignIn(tx, signIn, 'cancel'))) return false;
    // Before somebody has said who he is, there is no sandbox whose log could hold it.
    if (authentication !== undefined) {
      const { sandboxId, customerId } = authentication;
      await audit({ chain: `sign-in:${signInId}`, sandboxId, event: 'sign-in.cancelled', ids: { signInId, customerId } });
    }
    return true;
  });
  if (!isCancelled) {
    // Another tab moved it meanwhile: the same decision on a fresh reading, which is of a later state or a later challenge.
    const fresh = await findSignIn(deps.platform.db, signInId);
    return cancelSignIn(deps, fresh ?? { ...signIn, state: 'expired' });
  }
  if (authentication !== undefined) await deps.sca.abandon(authentication.challengeId);
  await deleteRequests(deps.platform.db, signInId);
}
