/**
 * What the sign-in page shows when the typed identity belongs to no customer: the same as for a customer whose device does not respond. The
 * response therefore does not reveal whether the bank knows a personal code (docs/decisions/0069). No device is contacted.
 */
import type { AuthMethod } from '@portico/contract';
import type { Challenge, Sca } from '../sca/index.ts';
import { signInText } from './sign-in-content.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import type { Decoy, StoredSignIn } from './sign-in-store.ts';

/** The same lifetime as a real challenge (`sca/challenge/start-challenge.ts`). */
const DECOY_SECONDS = 120;

/** `challengeId`: absent for a decoy. */
export type ShownChallenge = Pick<Challenge, 'state' | 'method' | 'controlCode' | 'calculatorNumber' | 'secondsLeft'> &
  Partial<Pick<Challenge, 'challengeId'>>;

export function newDecoy(
  { platform, sca }: Pick<SignInDeps, 'platform' | 'sca'>,
  { signInId }: StoredSignIn,
  { method, identityDigest, now }: { readonly method: AuthMethod; readonly identityDigest: string; readonly now: Date },
): Decoy {
  const codes = sca.pretend(method, {
    canonical: { purpose: 'signIn', signInId, nonce: platform.random.secret() },
    displayText: signInText(platform.config.bankName),
  });
  const expiresAt = now.getTime() + DECOY_SECONDS * 1000;
  // Test devices respond after a moment, so the decoy ends then: a typing error must not cost developers two minutes.
  const quick = codes.calculatorNumber === undefined ? sca.testDevice : undefined;
  const answersAt = quick === undefined ? expiresAt : now.getTime() + quick.answersInSeconds * 1000;
  return { method, identityDigest, ...codes, answersAt, expiresAt };
}

export function showDecoy(decoy: Decoy, now: Date): ShownChallenge {
  const { method, controlCode, calculatorNumber } = decoy;
  const state = decoy.isWrong === true ? 'wrongCode' : now.getTime() < decoy.answersAt ? 'started' : 'timedOut';
  const secondsLeft = state === 'started' ? Math.max(0, Math.ceil((decoy.expiresAt - now.getTime()) / 1000)) : 0;
  return { state, method, controlCode, calculatorNumber, secondsLeft };
}

/** The challenge or decoy of this sign-in's latest authentication; undefined when there is none. */
export async function readShown(sca: Sca, signIn: StoredSignIn): Promise<ShownChallenge | undefined> {
  if (signIn.decoy !== undefined) return showDecoy(signIn.decoy, signIn.now);
  return signIn.authentication === undefined ? undefined : sca.read(signIn.authentication.challengeId);
}
