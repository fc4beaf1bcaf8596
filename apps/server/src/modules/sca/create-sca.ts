/** The module's service, wired from its use cases. */
import { Refusal } from '#platform/http/refusal.ts';
import type { Authenticate } from '../bank/index.ts';
import { type StoredChallenge, secondsLeft, toChallenge } from './challenge/challenge.ts';
import { type ChallengeEvent, dueEvent, isFinalChallengeState } from './challenge/challenge-state.ts';
import { findChallenge, useChallenge } from './challenge/challenge-store.ts';
import { concludeChallenge, type ScaPlatform } from './challenge/conclude-challenge.ts';
import { contentHash } from './challenge/content-hash.ts';
import { startChallenge } from './challenge/start-challenge.ts';
import { waitForAnswer } from './challenge/wait-for-answer.ts';
import { answerResponse } from './device/answer-response.ts';
import { calculatorNumber } from './device/calculator.ts';
import { findMethod } from './methods/methods.ts';
import type { Challenge, Sca } from './sca.ts';

/** What a bank's own authentication calls what a phone can say. */
const EVENTS = { approved: 'approve', refused: 'refuse', wrongCode: 'wrongCode', timedOut: 'timeOut', unreachable: 'unreachable' } as const;

/** `authenticate`: the bank asks its customers itself; absent: the sandbox's device does. */
export function createSca({ platform, authenticate }: { platform: ScaPlatform; authenticate?: Authenticate | undefined }): Sca {
  async function askBank(challenge: StoredChallenge): Promise<ChallengeEvent | undefined> {
    if (authenticate === undefined || isFinalChallengeState(challenge.state)) return undefined;
    const { challengeId, customerId, method, purpose, displayText, controlCode, contentHash } = challenge;
    const asked = { challengeId, customerId, method, purpose, displayText, controlCode, contentHash, secondsLeft: secondsLeft(challenge) };
    // A bank that does not answer now is asked again at the next reading, until the challenge's time is over.
    const answer = await authenticate(asked).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    return answer && EVENTS[answer];
  }

  async function read(challengeId: string): Promise<Challenge | undefined> {
    const found = await findChallenge(platform.db, challengeId);
    if (found === undefined) return undefined;
    const isDue = dueEvent(found, found.now) !== undefined;
    const event = isDue ? undefined : await askBank(found);
    const challenge = isDue || event !== undefined ? await concludeChallenge(platform, challengeId, event) : found;
    return challenge && toChallenge(challenge);
  }

  return {
    start: async (input) => toChallenge(await startChallenge(platform, input)),
    read,
    waitForAnswer: (challengeId, options) => waitForAnswer(() => read(challengeId), options),
    respond: async (challengeId, response) => toChallenge(await answerResponse(platform, challengeId, response)),
    consume: useChallenge,
    // Left early is timed out early: it ends, and it does not count as a failure.
    abandon: async (challengeId) => void (await concludeChallenge(platform, challengeId, 'timeOut')),
    contentHash,
    pretend(method, content) {
      const offered = findMethod(method, platform.config);
      const hash = contentHash(content);
      return {
        controlCode: offered?.controlCode?.(hash),
        calculatorNumber: offered?.hasResponse === true ? calculatorNumber(content, hash, platform.random.secret()) : undefined,
      };
    },
    isOffered: (method) => findMethod(method, platform.config) !== undefined,
  };
}
