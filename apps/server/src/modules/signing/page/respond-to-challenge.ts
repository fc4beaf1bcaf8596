/** `POST ui/challenge/response`: the calculator's response. The waiting PUT, not this call, returns the outcome. */
import type { SigningChallenge } from '@portico/contract';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { nothingAsked } from '../session/refusals.ts';
import { toSigningChallenge } from './read-challenge.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: there is no calculator challenge. A late response changes nothing. */
export async function respondToChallenge(deps: EngineDeps, { session }: Authority, response: string): Promise<SigningChallenge> {
  if (session.challengeId === undefined) throw nothingAsked();
  return toSigningChallenge(await deps.sca.respond(session.challengeId, response));
}
