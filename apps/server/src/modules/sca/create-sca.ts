/** The module's service, wired from its use cases. */
import { answerResponse } from './answer-response.ts';
import { dueEvent } from './challenge-state.ts';
import { findChallenge, useChallenge } from './challenge-store.ts';
import { contentHash } from './content-hash.ts';
import { findMethod } from './methods.ts';
import type { Challenge, Sca } from './sca.ts';
import { type ScaPlatform, settleChallenge } from './settle-challenge.ts';
import { startChallenge } from './start-challenge.ts';
import { toChallenge } from './stored-challenge.ts';
import { waitForAnswer } from './wait-for-answer.ts';

export function createSca({ platform }: { platform: ScaPlatform }): Sca {
  async function read(challengeId: string): Promise<Challenge | undefined> {
    const found = await findChallenge(platform.db, challengeId);
    const challenge = found !== undefined && dueEvent(found, found.now) !== undefined ? await settleChallenge(platform, challengeId) : found;
    return challenge === undefined ? undefined : toChallenge(challenge);
  }

  return {
    start: async (input) => toChallenge(await startChallenge(platform, input)),
    read,
    waitForAnswer: (challengeId, options) => waitForAnswer(() => read(challengeId), options),
    respond: async (challengeId, response) => toChallenge(await answerResponse(platform, challengeId, response)),
    consume: useChallenge,
    // Left early is timed out early: it ends, and it does not count as a failure.
    abandon: async (challengeId) => void (await settleChallenge(platform, challengeId, 'timeOut')),
    contentHash,
    isOffered: (method) => findMethod(method, platform.config) !== undefined,
  };
}
