/** What may become of a challenge. One table; every move passes it. Whatever is not `started` is final. */
import type { AuthMethod, ChallengeState } from '@portico/contract';
import { DEVICE_ANSWERS_OF, type DeviceAnswer } from '@portico/contract/values';

/** What a phone, or the end of the time, can say. The words are those of the device's answer call. */
export type ChallengeEvent = DeviceAnswer;

const CHALLENGE_MOVES: Readonly<Record<ChallengeState, Readonly<Partial<Record<ChallengeEvent, ChallengeState>>>>> = {
  started: { approve: 'approved', refuse: 'refused', wrongCode: 'wrongCode', timeOut: 'timedOut', unreachable: 'unreachable' },
  approved: {},
  refused: {},
  timedOut: {},
  wrongCode: {},
  unreachable: {},
};

/** The state after `event`; undefined when that move is forbidden. */
export function nextChallengeState(from: ChallengeState, event: ChallengeEvent): ChallengeState | undefined {
  return CHALLENGE_MOVES[from][event];
}

export function isFinalChallengeState(state: ChallengeState): boolean {
  return Object.keys(CHALLENGE_MOVES[state]).length === 0;
}

export interface RunningChallenge {
  readonly method: AuthMethod;
  readonly state: ChallengeState;
  /** The event that ends the challenge by itself at `answersAt`. */
  readonly dueAnswer: ChallengeEvent | undefined;
  readonly answersAt: Date | undefined;
  readonly expiresAt: Date;
}

/**
 * What has happened to a challenge by `now` (real time) without anybody noticing; undefined when nothing has. The answer depends on
 * the row alone, never on when somebody looks: an automatic answer that was due before the end counts however late it is read.
 */
export function dueEvent(challenge: RunningChallenge, now: Date): ChallengeEvent | undefined {
  if (isFinalChallengeState(challenge.state)) return undefined;
  const { answersAt, dueAnswer, expiresAt } = challenge;
  const isDue = answersAt !== undefined && answersAt <= now && answersAt < expiresAt;
  // What a calculator shows by itself is worth nothing before somebody types it.
  if (isDue && dueAnswer !== undefined && DEVICE_ANSWERS_OF[challenge.method].includes(dueAnswer)) return dueAnswer;
  return expiresAt <= now ? 'timeOut' : undefined;
}
