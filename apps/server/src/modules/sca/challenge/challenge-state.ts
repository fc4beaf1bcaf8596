/** What may become of a challenge. One table; every move passes it. Whatever is not `started` is final. */
import type { AuthMethod, ChallengeState, CustomerScenario } from '@portico/contract';
import { DEVICE_ANSWERS_OF, DEVICE_SCENARIOS, type DeviceAnswer, type DeviceScenario } from '@portico/contract/values';

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

/** How each scenario's phone answers by itself; `timesOut` never does. */
const SCENARIO_ANSWERS: Readonly<Record<DeviceScenario, ChallengeEvent | undefined>> = {
  approves: 'approve',
  refuses: 'refuse',
  wrongCode: 'wrongCode',
  timesOut: undefined,
};

/** The phone's part in what happens to a customer: what concerns the bank or the session leaves the phone as it is. */
export function deviceScenarioOf(scenario: CustomerScenario): DeviceScenario {
  return DEVICE_SCENARIOS.find((known) => known === scenario) ?? 'approves';
}

export function answersByItself(scenario: DeviceScenario): boolean {
  return SCENARIO_ANSWERS[scenario] !== undefined;
}

export interface RunningChallenge {
  readonly method: AuthMethod;
  readonly state: ChallengeState;
  readonly scenario: DeviceScenario;
  readonly answersAt: Date | undefined;
  readonly expiresAt: Date;
}

/**
 * What has happened to a challenge by `now` (real time) without anybody noticing; undefined when nothing has. The answer depends on
 * the row alone, never on when somebody looks: an automatic answer that was due before the end counts however late it is read.
 */
export function dueEvent(challenge: RunningChallenge, now: Date): ChallengeEvent | undefined {
  if (isFinalChallengeState(challenge.state)) return undefined;
  const { answersAt, expiresAt } = challenge;
  if (answersAt !== undefined && answersAt <= now && answersAt < expiresAt) {
    const answer = SCENARIO_ANSWERS[challenge.scenario];
    // What a calculator shows by itself is worth nothing before somebody types it.
    if (answer !== undefined && DEVICE_ANSWERS_OF[challenge.method].includes(answer)) return answer;
  }
  return expiresAt <= now ? 'timeOut' : undefined;
}
