/** `POST ui/challenge/response`: what the customer's calculator showed. The held PUT, not this call, answers what follows from it. */
import type { SigningChallenge } from '@portico/contract';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { nothingAsked } from '../session/refusals.ts';
import { toSigningChallenge } from './read-challenge.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: no calculator is asked. A response that comes too late changes nothing. */
export async function respondToChallenge(deps: EngineDeps, { session }: Authority, response: string): Promise<SigningChallenge> {
  if (session.challengeId === undefined) throw nothingAsked();
  return toSigningChallenge(await deps.sca.respond(session.challengeId, response));
}
