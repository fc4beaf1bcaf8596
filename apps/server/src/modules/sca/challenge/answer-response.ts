/** Checks the response of a code calculator that the customer typed. A wrong response ends the challenge, so responses cannot be guessed by trial. */
import { UiRefusal } from '#platform/http/refusal.ts';
import type { ScaDeps } from '../deps.ts';
import type { StoredChallenge } from './challenge.ts';
import { findChallenge } from './challenge-store.ts';
import { concludeChallenge } from './conclude-challenge.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: no calculator is asked. A response that comes too late changes nothing. */
export async function answerResponse({ platform, authenticator }: ScaDeps, challengeId: string, response: string): Promise<StoredChallenge> {
  const challenge = await findChallenge(platform.db, challengeId);
  if (challenge?.calculatorNumber === undefined) throw noResponseAwaited();
  const isRight = authenticator.verify?.({ ...challenge, calculatorNumber: challenge.calculatorNumber }, response) === true;
  const settled = await concludeChallenge(platform, challengeId, isRight ? 'approve' : 'wrongCode');
  if (settled === undefined) throw noResponseAwaited();
  return settled;
}

export function noResponseAwaited(): UiRefusal {
  const text = 'No response of a calculator is awaited. Nothing was confirmed by it, and no money moved. Start again on the page.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}
