/** Holds the PUT until the challenge is final. It uses no transaction and no database connection meanwhile, and goes on if the browser disconnects. */
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import type { AnsweredChallenge } from '#modules/sca/index.ts';
import type { EngineDeps } from '../deps.ts';
import { tryAgainSoon } from '../session/refusals.ts';

export type EndedChallenge = AnsweredChallenge & { readonly state: Exclude<AnsweredChallenge['state'], 'started'> };

/** Undefined: the challenge was deleted with its sandbox. @throws UiRefusal 503 when the server stops or the answer takes longer than a PUT is held. */
export async function awaitAnswer(deps: EngineDeps, challengeId: string): Promise<EndedChallenge | undefined> {
  const options = { holdMs: SIGNING_HOLD_SECONDS * 1000, signal: deps.shutdown.signal };
  const challenge = await deps.sca.waitForApproval(challengeId, options);
  // A final answer is used even while the server stops: the customer has already said yes.
  if (challenge !== undefined && !isEnded(challenge)) throw tryAgainSoon();
  return challenge;
}

function isEnded(challenge: AnsweredChallenge): challenge is EndedChallenge {
  return challenge.state !== 'started';
}
