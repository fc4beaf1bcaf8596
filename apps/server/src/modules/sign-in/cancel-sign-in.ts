/** Cancels a sign-in. Can be repeated, also after the sign-in has expired: only a completed sign-in has no way back. */
import { deleteRequests } from './open-request-store.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInUnknown } from './sign-in-refusals.ts';
import { isLive } from './sign-in-state.ts';
import { endSignIn, findSignIn, type StoredSignIn } from './sign-in-store.ts';

/** @throws UiRefusal 410 SIGN_IN_UNKNOWN when the sign-in was completed. */
export async function cancelSignIn(deps: SignInDeps, signIn: StoredSignIn, way?: Parameters<typeof signInUnknown>[1]): Promise<void> {
  if (signIn.state === 'done') throw signInUnknown(signIn, way);
  if (!isLive(signIn.state)) return;
  const { authentication, signInId } = signIn;
  const isCancelled = await deps.platform.write(async ({ tx, audit }) => {
    if (!(await endSignIn(tx, signIn, 'cancel'))) return false;
    // Before the customer is identified, there is no sandbox and therefore no audit chain.
    if (authentication !== undefined) {
      const { sandboxId, customerId } = authentication;
      await audit({ chain: `sign-in:${signInId}`, sandboxId, event: 'sign-in.cancelled', ids: { signInId, customerId } });
    }
    return true;
  });
  if (!isCancelled) {
    // Another tab has changed the sign-in. Decide again on its new state; each retry sees a later state or challenge.
    const fresh = await findSignIn(deps.platform.db, signInId);
    return cancelSignIn(deps, fresh ?? { ...signIn, state: 'expired' }, way);
  }
  if (authentication !== undefined) await deps.sca.abandon(authentication.challengeId);
  if (signIn.decoy?.visit !== undefined) await deps.sca.cancelVisit(signIn.decoy.visit.challengeId);
  await deleteRequests(deps.platform.db, signInId);
}
