/** Ends what customers' devices were asked, because the customer is signed out or what they would have signed has ended. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ScaPlatform } from '../deps.ts';
import { concludeChallenge, lockConcluded, recordEnd } from './conclude-challenge.ts';
import { listUsable, listWaiting, timeOutRunning, type WhoseChallenges } from './open-challenges-store.ts';

/**
 * Challenges that run time out. One whose answer is due ends with that answer, which may count as a failure of its customer: in a transaction of its
 * own, because attempts are locked after challenges.
 */
export async function abandonChallenges(platform: ScaPlatform, challengeIds: readonly string[]): Promise<void> {
  const due = await platform.write(async ({ tx, audit }) => {
    const running = await timeOutRunning(tx, challengeIds);
    for (const { challengeId, sandboxId, customerId, auditChain } of running.ended) {
      if (auditChain !== null) await audit({ chain: auditChain, sandboxId, event: 'sca.timedOut', ids: { challengeId, customerId } });
    }
    return running.due;
  });
  for (const challengeId of due) await concludeChallenge(platform, challengeId, 'timeOut');
}

/** An operator's order. Running challenges time out, and approvals that were not used count as used: another person may hold the browser that would use them. */
export async function endChallengesOfCustomer(context: WriteContext, customerId: string): Promise<void> {
  for (const challengeId of await listUsable(context.tx, customerId)) {
    const locked = await lockConcluded(context.tx, challengeId, 'timeOut');
    if (locked === undefined || locked.isUsed) continue;
    await recordEnd(context, locked, { isUsed: locked.state === 'approved' });
  }
}

/** The customer signs out in one browser: what the device was asked from it and has not answered times out. What was approved stays. */
export async function endWaitingChallenges(context: WriteContext, whose: WhoseChallenges): Promise<void> {
  for (const challengeId of await listWaiting(context.tx, whose)) {
    const locked = await lockConcluded(context.tx, challengeId, 'timeOut');
    if (locked?.end !== undefined) await recordEnd(context, locked, { isUsed: false });
  }
}
