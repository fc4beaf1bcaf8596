/**
 * Completes a sign-in in one transaction: uses the approval, starts a new bank session, and ends this browser's earlier one. A repeated call
 * starts no second session and returns the same redirect.
 */
import type { RolesToChoose } from '@portico/contract';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { endBankSession, findBankSession, insertBankSession } from './bank-session-store.ts';
import { showDecoy } from './decoy/decoy.ts';
import { rememberBrowser } from './known-browser-store.ts';
import { releaseRequest } from './open-request.ts';
import { readChallenge } from './read-sign-in.ts';
import { takeRole } from './roles/roles.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { contentChanged, notApproved, signInUnknown } from './sign-in-refusals.ts';
import { endSignIn, findSignIn, type SignInAuthentication, type StoredSignIn } from './sign-in-store.ts';

export interface CompletedSignIn extends SignInAuthentication {
  /** Value of the bank cookie; not stored. Undefined for a repetition, because the first call started the session. */
  readonly sessionSecret: string | undefined;
  /** Of the first call. Real time. */
  readonly completedAt: Date;
}

export interface CompleteSignIn {
  readonly deviceKeyHash: string;
  /** From the browser's bank cookie. */
  readonly earlierSessionHash: string | undefined;
  /** The role that the person chose; undefined: none yet. */
  readonly roleId: string | undefined;
}

/**
 * Returns the roles, and completes nothing, for a person who must choose one first.
 * @throws UiRefusal 409 not answered yet; 422 SCA_REFUSED, SCA_TIMED_OUT, SCA_WRONG_CODE, SCA_CONTENT_CHANGED; 410 when the sign-in has ended, or another browser asked the device; 409
 * ROLE_UNKNOWN.
 */
export async function completeSignIn(deps: SignInDeps, signIn: StoredSignIn, input: CompleteSignIn): Promise<CompletedSignIn | RolesToChoose> {
  const { authentication } = signIn;
  if (signIn.decoy !== undefined && signIn.state !== 'done') {
    const { state } = showDecoy(signIn.decoy, signIn.now);
    throw notApproved(state === 'approved' ? 'none' : state);
  }
  // Reading the challenge records a due answer; the transaction decides whether the approval is usable.
  const challenge = await readChallenge(deps.sca, signIn);
  if (authentication === undefined || challenge === undefined) throw notApproved('none');
  // A cookie of this path can be planted in another browser, the device cookie cannot: who has the sign-in's cookie may not be who was asked.
  if (!(await deps.sca.isAskedFrom(input.deviceKeyHash, challenge.challengeId))) throw signInUnknown();
  if (challenge.state !== 'approved') throw notApproved(challenge.state);
  const completedAt = signIn.endedAt ?? signIn.now;
  if (signIn.state === 'done') return { ...authentication, sessionSecret: undefined, completedAt };

  const taken = await takeRole(deps, signIn, authentication, input.roleId);
  if ('roles' in taken) return taken;
  const owner = { sandboxId: authentication.sandboxId, customerId: taken.customerId };
  // Each sign-in gets a new session id (session fixation).
  const sessionSecret = deps.platform.random.secret();
  const isFirst = await deps.platform.write(async (context) => {
    if (!(await endSignIn(context.tx, signIn, 'complete', owner))) return false;
    if (!(await deps.sca.consume(context.tx, authentication.challengeId, authentication.contentHash))) throw contentChanged();
    await endEarlierSession(context, input.earlierSessionHash);
    const now = await deps.platform.clock.now(context.tx, authentication.sandboxId);
    await insertBankSession(context.tx, {
      sessionHash: sha256Hex(sessionSecret),
      ...owner,
      signInId: signIn.signInId,
      country: signIn.bankCountry,
      authMethod: authentication.authMethod,
      deviceKeyHash: input.deviceKeyHash,
      signedInAt: now,
      lastSeenAt: now,
    });
    for (const customerId of new Set([authentication.customerId, owner.customerId]))
      await rememberBrowser(context.tx, { ...owner, customerId, deviceKeyHash: input.deviceKeyHash });
    await context.audit({
      chain: `sign-in:${signIn.signInId}`,
      sandboxId: authentication.sandboxId,
      event: 'sign-in.completed',
      ids: { signInId: signIn.signInId, customerId: owner.customerId, challengeId: authentication.challengeId },
    });
    return true;
  });
  const { customerId } = isFirst ? owner : await requireSameEnd(deps, signIn.signInId, authentication);
  await releaseRequest(deps, signIn.signInId);
  return { ...authentication, customerId, sessionSecret: isFirst ? sessionSecret : undefined, completedAt };
}

/** Accepts a concurrent call that completed the same sign-in, in the role of that call; any other end is refused. */
async function requireSameEnd(deps: SignInDeps, signInId: string, { challengeId }: SignInAuthentication): Promise<SignInAuthentication> {
  const ended = await findSignIn(deps.platform.db, signInId);
  if (ended?.state !== 'done' || ended.authentication?.challengeId !== challengeId) throw signInUnknown();
  return ended.authentication;
}

async function endEarlierSession({ tx, audit }: WriteContext, sessionHash: string | undefined): Promise<void> {
  const earlier = sessionHash === undefined ? undefined : await findBankSession(tx, sessionHash);
  if (earlier === undefined || !(await endBankSession(tx, earlier))) return;
  const { signInId, sandboxId, customerId } = earlier;
  await audit({ chain: `sign-in:${signInId}`, sandboxId, event: 'bank-session.replaced', ids: { signInId, customerId } });
}
