/**
 * Ends a challenge: an answer from the phone, a due automatic answer, or the end of its time. Any number of readers in any number
 * of processes may notice that one is due; the row lock lets one of them record it, and only that one counts it.
 */
import type { ChallengeState } from '@portico/contract';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ScaPlatform } from '../deps.ts';
import { countOutcome, isBlocked, type MethodAttempts, NO_ATTEMPTS } from '../methods/method-block.ts';
import { lockAttempts, writeAttempts } from '../methods/person-attempt-store.ts';
import type { StoredChallenge } from './challenge.ts';
import { type ChallengeEvent, dueEvent, nextChallengeState } from './challenge-state.ts';
import { endChallenge, lockChallenge } from './challenge-store.ts';
import { describeEnd, type ReportedEnd } from './evidence.ts';

/** A locked challenge in the state it has now, recorded or not. */
export interface LockedChallenge extends StoredChallenge {
  /** The end that is still to be recorded; absent if the challenge is running or its end is recorded. */
  readonly end: { readonly attempts: MethodAttempts; readonly isCounted: boolean; readonly report?: ReportedEnd | undefined } | undefined;
}

/**
 * Records the event that is due, else `event`, and returns the challenge; undefined if there is no such challenge. An event that comes after the
 * end changes nothing.
 */
export async function concludeChallenge(
  platform: ScaPlatform,
  challengeId: string,
  event?: ChallengeEvent | ReportedEnd,
): Promise<StoredChallenge | undefined> {
  return platform.write(async (context) => {
    const locked = await lockConcluded(context.tx, challengeId, event);
    if (locked?.end !== undefined) await recordEnd(context, locked, { isUsed: false });
    return locked;
  });
}

/** As {@link concludeChallenge}, in a transaction of the caller's; what becomes of the challenge is recorded by {@link recordEnd} only. */
export async function lockConcluded(tx: Tx, challengeId: string, event?: ChallengeEvent | ReportedEnd): Promise<LockedChallenge | undefined> {
  const locked = await lockChallenge(tx, challengeId);
  if (locked === undefined) return undefined;
  const { challenge, tenantNow: now, hasFailures } = locked;
  const report = typeof event === 'object' ? event : undefined;
  const due = dueEvent(challenge, challenge.now);
  const happened = due ?? (typeof event === 'object' ? event.event : event);
  if (happened === undefined || nextChallengeState(challenge.state, happened) === undefined) return { ...challenge, end: undefined };

  // An approval after no failure changes no count; one that fails at the same moment fails after it.
  const attempts = happened === 'approve' && !hasFailures ? NO_ATTEMPTS : await lockAttempts(tx, challenge);
  // Side by side with four others, a sixth challenge may already run when the fifth failure blocks the method: its right answer is refused.
  const counted: ChallengeEvent = happened === 'approve' && isBlocked(attempts, now) ? 'refuse' : happened;
  const state: ChallengeState = nextChallengeState(challenge.state, counted) ?? challenge.state;
  const counts = countOutcome(attempts, state, now);
  const isCounted = counts.failures !== attempts.failures || counts.blockedUntil !== attempts.blockedUntil;
  const heard = due === undefined ? report : undefined;
  return { ...challenge, state, evidence: heard?.evidence, end: { attempts: counts, isCounted, report: heard } };
}

/** `isUsed`: the approval is used with this. */
export async function recordEnd({ tx, audit }: WriteContext, locked: LockedChallenge, { isUsed }: { readonly isUsed: boolean }): Promise<void> {
  const { challengeId, sandboxId, customerId, state, auditChain, end } = locked;
  const { report } = end ?? {};
  const evidence = report?.evidence && JSON.stringify(report.evidence);
  await endChallenge(tx, { challengeId, sandboxId, state, isUsed, evidence });
  if (end === undefined) return;
  if (end.isCounted) await writeAttempts(tx, locked, end.attempts);
  if (auditChain === undefined) return;
  const content = report && describeEnd(report);
  await audit({ chain: auditChain, sandboxId, event: `sca.${state}`, ids: { challengeId, customerId }, ...(content !== undefined && { content }) });
}
