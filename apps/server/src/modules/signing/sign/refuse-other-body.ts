/** While a signature runs, only its own body may join it: the customer's phone shows one content, not two. */
import { otherSignatureRunning } from '../session/refusals.ts';
import { GO_ON, type SubmitCheck } from './attempt.ts';

export const refuseOtherBody: SubmitCheck = async (deps, { session, submissionDigest }) => {
  if (session.state !== 'signing' || session.submissionDigest === submissionDigest) return GO_ON;
  if (session.isHeld || session.isClaimed) throw otherSignatureRunning();
  // Nobody waits for it any more, but the phone may still ask.
  const challenge = session.challengeId === undefined ? undefined : await deps.sca.read(session.challengeId);
  if (challenge?.state === 'started') throw otherSignatureRunning();
  return GO_ON;
};
