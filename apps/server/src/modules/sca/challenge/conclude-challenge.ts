/**
 * Ends a challenge: an answer from the phone, a due automatic answer, or the end of its time. Any number of readers in any number
 * of processes may notice that one is due; the row lock lets one of them settle it, and only that one counts it.
 */
import type { ChallengeState } from '@portico/contract';
import type { ScaPlatform } from '../deps.ts';
import { lockAttempts, writeAttempts } from '../methods/method-attempt-store.ts';
import { countOutcome, isBlocked } from '../methods/method-block.ts';
import type { StoredChallenge } from './challenge.ts';
import { type ChallengeEvent, dueEvent, nextChallengeState } from './challenge-state.ts';
import { endChallenge, lockChallenge } from './challenge-store.ts';

/**
 * Applies what is due, else `event`, and answers the challenge as it is afterwards; undefined when there is no such challenge.
 * An event that comes too late changes nothing.
 */
export async function concludeChallenge(platform: ScaPlatform, challengeId: string, event?: ChallengeEvent): Promise<StoredChallenge | undefined> {
  return platform.write(async ({ tx, audit }) => {
    const locked = await lockChallenge(tx, challengeId);
    if (locked === undefined) return undefined;
    const { challenge, tenantNow: now } = locked;
    const happened = dueEvent(challenge, challenge.now) ?? event;
    if (happened === undefined || nextChallengeState(challenge.state, happened) === undefined) return challenge;

    const attempts = await lockAttempts(tx, challenge);
    // Side by side with four others, a sixth challenge may already run when the fifth failure blocks the method: its right answer is refused.
    const counted: ChallengeEvent = happened === 'approve' && isBlocked(attempts, now) ? 'refuse' : happened;
    const state: ChallengeState = nextChallengeState(challenge.state, counted) ?? challenge.state;

    if (!(await endChallenge(tx, challenge, state))) return challenge;
    const counts = countOutcome(attempts, state, now);
    if (counts.failures !== attempts.failures || counts.blockedUntil !== attempts.blockedUntil) await writeAttempts(tx, challenge, counts);
    if (challenge.auditChain !== undefined) {
      await audit({
        chain: challenge.auditChain,
        sandboxId: challenge.sandboxId,
        event: `sca.${state}`,
        ids: { challengeId, customerId: challenge.customerId },
      });
    }
    return { ...challenge, state };
  });
}
