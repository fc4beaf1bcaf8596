/** The customer typed what his calculator showed. One response for each challenge: a wrong one ends it, so nobody can go on guessing. */
import { equalsConstantTime } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { StoredChallenge } from '../challenge/challenge.ts';
import { findChallenge } from '../challenge/challenge-store.ts';
import { concludeChallenge, type ScaPlatform } from '../challenge/conclude-challenge.ts';
import { calculatorKey, calculatorResponse, keyedNumber } from './calculator.ts';

/** @throws UiRefusal 409 SIGNING_STATE_INVALID: no calculator is asked. A response that comes too late changes nothing. */
export async function answerResponse(platform: ScaPlatform, challengeId: string, response: string): Promise<StoredChallenge> {
  const challenge = await findChallenge(platform.db, challengeId);
  if (challenge?.calculatorNumber === undefined) throw noResponseAwaited();
  const right = responseTo(platform, challenge, keyedNumber(challenge.calculatorNumber));
  const settled = await concludeChallenge(platform, challengeId, equalsConstantTime(response, right) ? 'approve' : 'wrongCode');
  if (settled === undefined) throw noResponseAwaited();
  return settled;
}

/** What the calculator of the challenge's customer shows for `number`. */
export function responseTo({ config }: Pick<ScaPlatform, 'config'>, challenge: StoredChallenge, number: string): string {
  return calculatorResponse(calculatorKey(config.keys.secrets, challenge), number);
}

export function noResponseAwaited(): UiRefusal {
  const text = 'No response of a calculator is awaited. Nothing was confirmed by it, and no money moved. Start again on the page.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}
