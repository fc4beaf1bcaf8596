/** The states of a challenge and the transitions between them. Every transition is checked against this table. All states except `started` are final. */
import type { AuthMethod, ChallengeState } from '@portico/contract';
import { APPROVAL_SECONDS, DEVICE_ANSWERS_OF, type DeviceAnswer } from '@portico/contract/values';

/** An answer of the device, or the time-out. The names are those of the device's answer call. */
export type ChallengeEvent = DeviceAnswer;

const CHALLENGE_MOVES: Readonly<Record<ChallengeState, Readonly<Partial<Record<ChallengeEvent, ChallengeState>>>>> = {
  started: { approve: 'approved', refuse: 'refused', wrongCode: 'wrongCode', timeOut: 'timedOut', unreachable: 'unreachable' },
  approved: {},
  refused: {},
  timedOut: {},
  wrongCode: {},
  unreachable: {},
};

/** Returns the state after `event`; undefined if the table does not allow it. */
export function nextChallengeState(from: ChallengeState, event: ChallengeEvent): ChallengeState | undefined {
  return CHALLENGE_MOVES[from][event];
}

export function isFinalChallengeState(state: ChallengeState): boolean {
  return Object.keys(CHALLENGE_MOVES[state]).length === 0;
}

export interface RunningChallenge {
  readonly method: AuthMethod;
  readonly state: ChallengeState;
  readonly createdAt: Date;
  /** The event that ends the challenge automatically at `answersAt`. */
  readonly dueAnswer: ChallengeEvent | undefined;
  readonly answersAt: Date | undefined;
  readonly expiresAt: Date;
}

/**
 * Returns the event that ended a challenge by `now` (real time) and is not recorded yet; undefined if it is still running. The result depends on the
 * row alone, not on the time of the reading: an automatic answer that was due before the time-out counts even if it is read after it. The
 * exception is an approval that is read for the first time after it has lapsed.
 */
export function dueEvent(challenge: RunningChallenge, now: Date): ChallengeEvent | undefined {
  if (isFinalChallengeState(challenge.state)) return undefined;
  const { answersAt, dueAnswer, expiresAt } = challenge;
  if (dueAnswer === 'approve' && hasLapsed(challenge, now)) return 'timeOut';
  const isDue = answersAt !== undefined && answersAt <= now && answersAt < expiresAt;
  // A calculator's response counts only when the customer types it.
  if (isDue && dueAnswer !== undefined && DEVICE_ANSWERS_OF[challenge.method].includes(dueAnswer)) return dueAnswer;
  return expiresAt <= now ? 'timeOut' : undefined;
}

/**
 * True once an approval can no longer be used (real time). A stored approval could otherwise sign a customer in, or pay, without the customer on a
 * later day (RTS (EU) 2018/389 Art. 4(3)(d)).
 */
export function hasLapsed({ createdAt }: Pick<RunningChallenge, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= APPROVAL_SECONDS * 1000;
}
