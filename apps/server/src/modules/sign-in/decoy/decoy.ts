/**
 * What the sign-in page shows when the typed identity belongs to no customer: the same as for a customer whose device does not respond. The
 * response therefore does not reveal whether the bank knows a personal code (docs/decisions/0069). No device is contacted.
 */
import type { AuthMethod, ChallengeForm } from '@portico/contract';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Challenge, Sca } from '../../sca/index.ts';
import { signInText } from '../sign-in-content.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import type { Decoy, StoredSignIn } from '../sign-in-store.ts';

/** The same lifetime as a real challenge (`sca/challenge/start-challenge.ts`). */
const DECOY_SECONDS = 120;

/** `challengeId`: absent for a decoy. `linkToken`: of a decoy with a device link. */
export type ShownChallenge = Pick<Challenge, 'state' | 'method' | 'controlCode' | 'calculatorNumber' | 'contentHash' | 'link' | 'secondsLeft'> &
  Partial<Pick<Challenge, 'challengeId'>> &
  Pick<Decoy, 'linkToken' | 'visit'> &
  Pick<Challenge, 'redirect'>;

export function newDecoy(
  { platform, sca }: Pick<SignInDeps, 'platform' | 'sca'>,
  { signInId }: StoredSignIn,
  {
    method,
    form,
    identityDigest,
    now,
  }: { readonly method: AuthMethod; readonly form: ChallengeForm; readonly identityDigest: string; readonly now: Date },
): Decoy {
  const codes = sca.pretend(method, {
    canonical: { purpose: 'signIn', signInId, nonce: platform.random.secret() },
    displayText: signInText(platform.config.bankName),
  });
  const expiresAt = now.getTime() + DECOY_SECONDS * 1000;
  // Test devices respond after a moment, so the decoy ends then: a typing error must not cost developers two minutes.
  const hasLink = form === 'deviceLink';
  const quick = codes.calculatorNumber === undefined && !hasLink ? sca.testDevice : undefined;
  const answersAt = quick === undefined ? expiresAt : now.getTime() + quick.answersInSeconds * 1000;
  return { method, identityDigest, ...codes, ...(hasLink && { linkToken: platform.random.id('chl') }), answersAt, expiresAt };
}

export function showDecoy(decoy: Decoy, now: Date): ShownChallenge {
  const { method, calculatorNumber, linkToken, visit } = decoy;
  const controlCode = linkToken === undefined ? decoy.controlCode : undefined;
  const elapsedSeconds = Math.max(0, Math.floor((now.getTime() - decoy.expiresAt) / 1000) + DECOY_SECONDS);
  const link = linkToken === undefined ? undefined : { openedByHash: undefined, elapsedSeconds };
  const state =
    visit?.end !== undefined ? visit.end : decoy.isWrong === true ? 'wrongCode' : now.getTime() < decoy.answersAt ? 'started' : 'timedOut';
  const secondsLeft = state === 'started' ? Math.max(0, Math.ceil((decoy.expiresAt - now.getTime()) / 1000)) : 0;
  return { state, method, controlCode, calculatorNumber, contentHash: sha256Hex(linkToken ?? ''), link, linkToken, visit, secondsLeft };
}

/** The challenge or decoy of this sign-in's latest authentication; undefined when there is none. */
export async function readShown(sca: Sca, signIn: StoredSignIn): Promise<ShownChallenge | undefined> {
  if (signIn.decoy !== undefined) return showDecoy(signIn.decoy, signIn.now);
  return signIn.authentication === undefined ? undefined : sca.read(signIn.authentication.challengeId);
}

/** No device is notified in the place of a link. The decoy ends as one that began now with a notification. */
export function notifyDecoy({ sca }: Pick<SignInDeps, 'sca'>, { linkToken, ...decoy }: Decoy, now: Date): Decoy {
  const quick = linkToken === undefined ? undefined : sca.testDevice;
  return quick === undefined ? decoy : { ...decoy, answersAt: Math.min(now.getTime() + quick.answersInSeconds * 1000, decoy.expiresAt) };
}
