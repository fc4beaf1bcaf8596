/** `GET ui/challenge`: what the customer compares with his phone while the PUT is held. Asking is no activity. */
import type { SigningChallenge } from '@portico/contract';
import type { Authority } from './load-session.ts';
import type { EngineDeps } from './signing-deps.ts';

export async function readChallenge(deps: EngineDeps, { session }: Authority): Promise<SigningChallenge> {
  const challenge = session.challengeId === undefined ? undefined : await deps.sca.read(session.challengeId);
  if (challenge === undefined) return { state: 'none' };
  const { state, method, controlCode, secondsLeft } = challenge;
  return { state, method, ...(controlCode === undefined ? {} : { controlCode }), secondsLeft };
}
