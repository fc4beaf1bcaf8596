/** The module's service, wired from its use cases. */
import { Refusal } from '#platform/http/refusal.ts';
import { answerResponse } from './challenge/answer-response.ts';
import { type StoredChallenge, secondsLeft, toChallenge } from './challenge/challenge.ts';
import { type ChallengeEvent, dueEvent, isFinalChallengeState } from './challenge/challenge-state.ts';
import { createChallengeFinder, useChallenge } from './challenge/challenge-store.ts';
import { concludeChallenge } from './challenge/conclude-challenge.ts';
import { contentHash } from './challenge/content-hash.ts';
import { startChallenge } from './challenge/start-challenge.ts';
import { waitForAnswer } from './challenge/wait-for-answer.ts';
import type { ScaDeps } from './deps.ts';
import { METHODS } from './methods/methods.ts';
import type { Challenge, Sca } from './sca.ts';

export function createSca(deps: ScaDeps): Sca {
  const { platform, authenticator } = deps;
  const findChallenge = createChallengeFinder(platform.db);

  async function poll(challenge: StoredChallenge): Promise<ChallengeEvent | undefined> {
    if (authenticator.poll === undefined || isFinalChallengeState(challenge.state)) return undefined;
    const { challengeId, customerId, method, purpose, displayText, controlCode, contentHash } = challenge;
    const asked = { challengeId, customerId, method, purpose, displayText, controlCode, contentHash, secondsLeft: secondsLeft(challenge) };
    // A bank that does not answer now is asked again at the next reading, until the challenge's time is over.
    return authenticator.poll(asked).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  }

  async function read(challengeId: string): Promise<Challenge | undefined> {
    const found = await findChallenge(challengeId);
    if (found === undefined) return undefined;
    const isDue = dueEvent(found, found.now) !== undefined;
    const event = isDue ? undefined : await poll(found);
    const challenge = isDue || event !== undefined ? await concludeChallenge(platform, challengeId, event) : found;
    return challenge && toChallenge(challenge);
  }

  return {
    testDevice: authenticator.testDevice,
    isOffered: (method) => authenticator.offers(method),
    reach: async (customer) => authenticator.reach?.(customer),
    start: (input) => startChallenge(deps, input),
    read,
    waitForAnswer: (challengeId, options) => waitForAnswer(() => read(challengeId), options),
    respond: async (challengeId, response) => toChallenge(await answerResponse(deps, challengeId, response)),
    consume: useChallenge,
    // Left early is timed out early: it ends, and it does not count as a failure.
    abandon: async (challengeId) => void (await concludeChallenge(platform, challengeId, 'timeOut')),
    contentHash,
    pretend(method, content) {
      const hash = contentHash(content);
      const { controlCode, hasResponse } = METHODS[method];
      return { controlCode: controlCode?.(hash), calculatorNumber: hasResponse === true ? authenticator.drawNumber?.(content, hash) : undefined };
    },
  };
}
