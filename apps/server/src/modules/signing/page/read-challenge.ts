/** `GET ui/challenge`: the control code or digits for the customer's device, while the PUT is held. The call is no activity. */
import type { BankPage, DeviceLink, SigningChallenge } from '@portico/contract';
import type { Challenge } from '#modules/sca/index.ts';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { timeLeft } from '../session/signing-time.ts';

export async function readChallenge(deps: EngineDeps, { session, bankSession }: Authority): Promise<SigningChallenge> {
  const challenge = session.challengeId === undefined ? undefined : await deps.sca.read(session.challengeId);
  return {
    ...toSigningChallenge(challenge, deviceLinkOf(deps, session, challenge), challenge && (await deps.sca.bankPage(challenge))),
    timeLeft: timeLeft(session, session.now, bankSession.signedInAt),
  };
}

export function deviceLinkOf(
  { sca }: Pick<EngineDeps, 'sca'>,
  { locale }: Pick<SigningSession, 'locale'>,
  challenge: Challenge | undefined,
): DeviceLink | undefined {
  return challenge && sca.deviceLink({ token: challenge.challengeId, ...challenge }, { purpose: 'signing', locale });
}

export function toSigningChallenge(challenge: Challenge | undefined, deviceLink?: DeviceLink, bankPage?: BankPage): SigningChallenge {
  if (challenge === undefined) return { state: 'none' };
  const { state, method, controlCode, calculatorNumber, secondsLeft } = challenge;
  return {
    state,
    method,
    ...(controlCode === undefined ? {} : { controlCode }),
    ...(calculatorNumber === undefined ? {} : { calculatorNumber }),
    ...(deviceLink === undefined ? {} : { deviceLink }),
    ...(bankPage === undefined ? {} : { bankPage }),
    secondsLeft,
  };
}
