/** `POST ui/challenge/notification`: the customer cannot open the app's link. Their device is notified instead, for the same signature. */
import type { SigningChallenge } from '@portico/contract';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { nothingAsked } from '../session/refusals.ts';
import { deviceLinkOf, toSigningChallenge } from './read-challenge.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: no device is asked. A link that was opened stays, and so does a challenge without a link. */
export async function notifyInstead(deps: EngineDeps, { session }: Authority): Promise<SigningChallenge> {
  if (session.challengeId === undefined) throw nothingAsked();
  const challenge = await deps.sca.notify(session.challengeId);
  return toSigningChallenge(challenge, deviceLinkOf(deps, session, challenge));
}
