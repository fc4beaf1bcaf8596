/**
 * Allows one open request for each person and method (docs/decisions/0069). A request from the same browser, or from a browser in which the
 * customer has signed in before, replaces the open one. Any other waits a moment for its end and is then refused. A request that was replaced before
 * it asked the device asks nothing (`renewRequest`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { refundAllowance } from '#platform/allowances/allowance-store.ts';
import { readShown } from './decoy/decoy.ts';
import { identityKey } from './door-limits.ts';
import { claimRequest, deleteRequests, findOpenRequest, type OpenRequest } from './open-request-store.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { requestOpen } from './sign-in-refusals.ts';
import { findSignIn, type StoredSignIn } from './sign-in-store.ts';

export const REQUEST_SECONDS = 120;
const PAUSE_MS = 100;
/** Test devices answer automatically, so tests that sign in one customer in several browsers wait for each other. */
const WAIT_BESIDE_ANSWER_MS = 2_000;

export interface RequestClaim {
  readonly identityDigest: string;
  readonly deviceKeyHash: string;
  readonly isKnownBrowser: boolean;
}

/** @throws UiRefusal 429 while another browser's request is open. */
export async function openRequest(deps: SignInDeps, signIn: StoredSignIn, claim: RequestClaim): Promise<void> {
  const { db } = deps.platform;
  const { testDevice } = deps.sca;
  const { identityDigest, deviceKeyHash } = claim;
  const { signInId } = signIn;
  const waitMs = testDevice === undefined ? 0 : testDevice.answersInSeconds * 1000 + WAIT_BESIDE_ANSWER_MS;
  const startedAt = performance.now();
  // The earlier request of this sign-in for another identity is withdrawn.
  await deleteRequests(db, signInId, identityDigest);
  for (;;) {
    const open = await findOpenRequest(db, identityDigest);
    const isOwn = open?.signInId === signInId || open?.deviceKeyHash === deviceKeyHash;
    const mayReplace = open === undefined || claim.isKnownBrowser || isOwn || (await isOver(deps, open));
    if (mayReplace) {
      // It changed since it was read, so that it is read again.
      if (!(await claimRequest(db, { identityDigest, signInId, deviceKeyHash, seconds: REQUEST_SECONDS }, open))) continue;
      if (open !== undefined && open.signInId !== signInId) await endReplaced(deps, open.signInId);
      return;
    }
    if (performance.now() - startedAt >= waitMs) throw requestOpen(open.secondsLeft);
    await sleep(PAUSE_MS);
  }
}

/** Ends the request of a sign-in that has ended or got an answer. An approved request does not count towards the limit. */
export async function releaseRequest({ platform }: Pick<SignInDeps, 'platform'>, signInId: string): Promise<void> {
  for (const digest of await deleteRequests(platform.db, signInId)) await refundAllowance(platform.db, identityKey(digest));
}

async function isOver(deps: SignInDeps, { signInId }: OpenRequest): Promise<boolean> {
  const signIn = await findSignIn(deps.platform.db, signInId);
  if (signIn === undefined || signIn.state === 'done' || signIn.state === 'cancelled') return true;
  const shown = await readShown(deps.sca, signIn);
  if (shown === undefined || shown.state === 'started') return false;
  if (shown.state === 'approved') await releaseRequest(deps, signInId);
  return true;
}

async function endReplaced({ platform, sca }: SignInDeps, signInId: string): Promise<void> {
  const replaced = await findSignIn(platform.db, signInId);
  if (replaced?.state === 'authenticating' && replaced.authentication !== undefined) await sca.abandon(replaced.authentication.challengeId);
}
